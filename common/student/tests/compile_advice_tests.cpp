// What a newcomer is told beside the compiler's words: of g++, and of nvcc.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "student/compile_advice.hpp"

using namespace halo::student;

namespace {

/// The advice about an error in the last line of this code.
std::string advice(const std::string& words, const std::string& code)
{
    const auto line = std::to_string(std::count(code.begin(), code.end(), '\n') + 1);
    const std::string of_gcc = compile_advice("k.cu:" + line + ":5: error: " + words + "\n", "k.cu", code);
    CHECK(compile_advice("k.cu(" + line + "): error: " + words + "\n", "k.cu", code) == of_gcc);
    return of_gcc;
}

}  // namespace

TEST_CASE("a name that is new is distinguished from one whose braces have ended, and from one that is only misspelt")
{
    CHECK(advice("‘i’ was not declared in this scope; did you mean ‘in’?", "    i = threadIdx.x;") == "a new name needs its type in front: int i = …, or float for an element");
    CHECK(advice("identifier \"i\" is undefined", "    i = threadIdx.x;") == "a new name needs its type in front: int i = …, or float for an element");
    CHECK(advice("'i' was not declared in this scope", "    out[i] = in[i];") == "");
    CHECK(advice("'i' was not declared in this scope", "    if (i == 3) return;") == "");

    const std::string behind = "void k()\n{\n    if (n > 0)\n        float x = in[n];\n    out[0] = x;";
    CHECK(advice("'x' was not declared in this scope", behind)
          == "line 4 declares x, but only up to the end of its { }; without { }, an `if` or a loop holds one statement alone");
    CHECK(advice("'x' was not declared in this scope", "void other()\n{\n    float x = 1;\n}\nvoid k()\n{\n    out[0] = x;") == "");
    CHECK(advice("'len' was not declared in this scope", "    int n = len(in);").starts_with("a pointer does not know"));
    CHECK(advice("'elif' was not declared in this scope", "    elif (i > 2) out[i] = 0;") == "C++ writes: else if (…)");
    CHECK(advice("'length' was not declared in this scope", "    int n = length(in);") == "");
    CHECK(advice("'HostToDevice' was not declared in this scope", "cudaMemcpy(d, h, bytes, HostToDevice);") == "its whole name is cudaMemcpyHostToDevice");
}

TEST_CASE("commas and signs in another order are named, and those that are right are not")
{
    const std::string brackets = "two indices take two pairs of brackets: s_tile[r][tx]";
    CHECK(advice("cannot convert 'float [32]' to 'float' in assignment", "    out[tx] = s_tile[tx, r];") == brackets);
    CHECK(advice("cannot convert 'float [32]' to 'float' in assignment", "    out[tx] = s_tile[tx];") != brackets);
    CHECK(advice("expected ‘]’ before ‘,’ token", "    __shared__ float s_tile[kTile, kTile + 1];") == "two sizes take two pairs of brackets: s_tile[rows][columns]");
    CHECK(advice("expected ‘]’ before ‘;’ token", "    __shared__ float s_tile[kTile;").empty());
    CHECK(advice("‘_shared_’ was not declared in this scope", "    _shared_ float s_tile[32];") == "it is __shared__, with two underscores on each side");
    CHECK(advice("expected initializer before ‘+=’ token", "    float sum += in[i];").starts_with("a new name has no value to change yet"));
    CHECK(advice("expected initializer before ‘==’ token", "    float sum == 0;") == "= gives a new name its value; == compares");
    CHECK(advice("expected initializer before ‘n’", "    flat sum n;").empty());
    CHECK(advice("expected primary-expression before ‘>’ token", "    if (tx => kTile) return;") == "the = comes last: >= and <=");
    CHECK(advice("expected primary-expression before ‘>’ token", "    if (tx > > kTile) return;").empty());
    const std::string loop = "a loop has two ; in its ( ), and no comma: for (int d = 0; d < n; ++d)";
    CHECK(advice("expected ‘;’ before ‘<’ token", "    for (int d = 0, d < n, ++d) sum += in[d];") == loop);
    CHECK(advice("expected ‘;’ before ‘)’ token", "    for (int d = 0, e = 0; d < n, e < n) sum += in[d];") != loop);
}

TEST_CASE("what is written so in Java is named")
{
    CHECK(advice("request for member 'length' in 'in', which is of non-class type 'const float*'", "    if (i < in.length) out[i] = 0;").starts_with("a pointer does not know"));
    CHECK(advice("expression must have class type but it has type 'const float *'", "    if (i < in.length) out[i] = 0;").starts_with("a pointer does not know"));
    CHECK(advice("request for member 'w' in 'in', which is of non-class type 'const float*'", "    out[i] = in.w;") == "");
    CHECK(advice("'System' was not declared in this scope", "    System.out.println(i);").starts_with("kernels and host code print with printf"));
    CHECK(advice("'final' was not declared in this scope", "    final int i = 3;") == "C++ writes const where Java writes final");
    CHECK(advice("invalid operands of types 'float [5]' and 'const float' to binary 'operator*'", "    sum += c_filter[dy * 5 + dx] * in[i];").find("two indices") != std::string::npos);
    CHECK(advice("invalid operands of types 'float [5]' and 'const float' to binary 'operator*'", "    sum += row * in[i];") == "");
    CHECK(advice("cannot convert 'float (*)[264]' to 'const float*'", "    sum_and_store(&s_tile, out, width);").starts_with("leave out the &"));
}

TEST_CASE("a statement without an end is found above the word that begins the next one")
{
    const std::string code = "    float sum = 0\n    for (int d = 0; d < n; ++d)";
    CHECK(advice("expected ',' or ';' before 'for'", code) == "a statement ends with ; and the one in line 1 has none");
    CHECK(advice("expected primary-expression before 'float'", "    if (i >= n) return\n    float sum = 0;") == "is the ; missing at the end of the statement before?");
    CHECK(advice("expected primary-expression before 'const'", "    kernel(const float* in);") == "arguments have no types: name what is passed");
    CHECK(advice("suggest braces around empty body in an 'if' statement", "    if (i >= n);").starts_with("a ; right after the ( )"));
    CHECK(advice("this 'for' clause does not guard...", "    for (int d = 0; d < n; ++d); {").starts_with("a ; right after the ( )"));
    CHECK(advice("this 'for' clause does not guard...", "    for (int d = 0; d < n; ++d)") == "");
}

TEST_CASE("a ; that is a whole loop, and a ? without its other value")
{
    CHECK(advice("'d' was not declared in this scope", "    for (int d = 0; d < n; ++d); {\n        sum += in[d];") == "the ; after the ( ) in line 1 is the whole loop: leave it out");
    CHECK(advice("'d' was not declared in this scope", "    for (int d = 0; d < n; ++d) sum += d;\n    sum += in[d];").starts_with("line 1 declares d"));
    CHECK(advice("expected ':' before ';' token", "    float x = i < n ? in[i];") == "C++ writes: condition ? value : other value");
}

TEST_CASE("what a vector type, a pointer or a constant cannot do")
{
    constexpr const char* kParts = "threadIdx, blockIdx, blockDim and gridDim have parts: write .x or .y after them";
    CHECK(advice("cannot convert ‘uint3’ to ‘int’ in initialization", "    int i = threadIdx;") == kParts);
    CHECK(advice("no operator \"*\" matches these operands", "    int i = blockIdx * blockDim.x;") == kParts);
    CHECK(advice("cannot convert 'dim3' to 'int' in initialization", "    int i = grid;") == "");
    CHECK(advice("expression cannot be used as a function", "    int i = threadIdx.x();").starts_with("it is a number"));
    CHECK(advice("'out' cannot be used as a function", "    out(i) = 1;").starts_with("an element is chosen with [ ]"));

    CHECK(advice("invalid types ‘float[int]’ for array subscript", "    out[y][x] = in[y][x];").starts_with("a pointer has one index"));
    CHECK(advice("invalid types 'float*[float]' for array subscript", "    out[i] = in[i];") == "an index counts elements: declare it int");
    CHECK(advice("invalid types 'float[int]' for array subscript", "    sum[i] = 0;") == "");
    CHECK(advice("assignment of read-only location '* in'", "    in[i] = out[i];").starts_with("const in the parameter list"));
    CHECK(advice("expression must be a modifiable lvalue", "    in[i] = out[i];").starts_with("const in the parameter list"));
    CHECK(advice("assignment of read-only variable 'sum'", "    sum += in[i];").starts_with("const: it keeps"));
    CHECK(advice("incompatible types in assignment of 'const float' to 'float [32]'", "    s_tile[r, tx] = in[i];") == "two indices take two pairs of brackets: s_tile[r][tx]");
    CHECK(advice("incompatible types in assignment of 'const float*' to 'float [255]'", "    c_filter = h_filter;").starts_with("an array is not assigned as a whole"));
    CHECK(advice("incompatible types in assignment of 'const float*' to 'float [255]'", "    row = h_filter;") == "");
    CHECK(advice("lvalue required as left operand of assignment", "    i + 1 = n;").starts_with("= stores"));
    CHECK(advice("storage size of 's_b' isn't constant", "    __shared__ float s_b[n];").starts_with("a shared array has a size"));
}

TEST_CASE("the arguments of copies and launches")
{
    CHECK(advice("invalid conversion from ‘const void*’ to ‘void*’ [-fpermissive]", "    cudaMemcpy(h_in, d_in, bytes, cudaMemcpyHostToDevice);")
              .ends_with("cudaMemcpy(to, from, bytes, direction)"));
    CHECK(advice("invalid conversion from 'const void*' to 'void*' [-fpermissive]", "    void* p = h_in;") == "");
    CHECK(advice("invalid conversion from ‘void*’ to ‘float*’ [-fpermissive]", "    d_in = malloc(in_bytes);") ==
          "malloc gives host memory; device memory comes from cudaMalloc(&d_in, bytes), which needs no cast");
    CHECK(advice("a value of type \"void *\" cannot be assigned to an entity of type \"float *\"", "    d_in = malloc(in_bytes);").starts_with("malloc gives host memory"));
    CHECK(advice("invalid conversion from 'void*' to 'float*' [-fpermissive]", "    float* h_copy = malloc(in_bytes);").starts_with("C++ needs a cast"));
    CHECK(advice("invalid conversion from 'void*' to 'float*' [-fpermissive]", "    float* h_copy = p;") == "");
    CHECK(advice("cannot convert 'cudaError_t' {aka 'cudaError'} to 'float*' in assignment", "    d_in = cudaMalloc(bytes);").starts_with("what it returns is a status"));
    CHECK(advice("too few arguments to function 'cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind)'", "    cudaMemcpy(d, h, bytes);").starts_with("it takes four"));
    CHECK(advice("too few arguments to function 'int f(int)'", "    f();") == "");
    CHECK(advice("expected primary-expression before 'float'", "    k<<<1, 1>>>(float* d_in, n);").starts_with("arguments have no types"));
    CHECK(advice("invalid conversion from 'int' to 'float*' [-fpermissive]", "    k<<<1, 1>>>(d_out, n, n, d_in);").starts_with("compare the arguments"));
    CHECK(advice("invalid conversion from 'int' to 'float*' [-fpermissive]", "    float* p = n;") == "");
    CHECK(advice("cannot convert 'float**' to 'const float*' in initialization", "    k<<<1, 1>>>(&d_in, d_out, n);").starts_with("there is an & too much"));
    CHECK(advice("argument of type \"float **\" is incompatible with parameter of type \"const float *\"", "    k<<<1, 1>>>(&d_in, d_out, n);").starts_with("there is an & too much"));
    CHECK(advice("'in' was not declared in this scope; did you mean 'n'?", "    k<<<1, 1>>>(in, out, n);").starts_with("a kernel's parameters have their names only inside"));
    CHECK(advice("'in' was not declared in this scope", "    float x = in[0];") == "");
}

TEST_CASE("what other languages write")
{
    CHECK(advice("expected '(' before 'd'", "    for d in range(n): out[d] = 1;").starts_with("a loop is written"));
    CHECK(advice("expected a \"(\"", "    if i < n:").starts_with("the condition goes in ( )"));
    CHECK(advice("expected ';' before 'if'", "    out[0] = in[0] if n > 0 else 0;") == "C++ writes: condition ? value : other value");
    CHECK(advice("invalid type argument of unary '*' (have 'int')", "    x = y ** 2;").starts_with("C++ has no operator for powers"));
    CHECK(advice("expected ')' before ';' token", "    for (int d = 0; d < n; d++;) out[d] = 1;").starts_with("a loop has two ;"));
}

TEST_CASE("a missing semicolon is named by the line that lacks it, wherever the compiler looks for it")
{
    CHECK(advice("expected ‘,’ or ‘;’ before ‘out’", "    int i = 1\n\n    // store\n    out[i] = 1;") == "a statement ends with ; and the one in line 1 has none");
    CHECK(advice("expected ';' before 'out'", "    __syncthreads()  // all of them") == "a statement ends with ; and the one in line 1 has none");
    CHECK(advice("expected ';' before 'out'", "    int i = 1;\n    j out[i] = 1;") == "");
    CHECK(advice("expected ',' or ';' before 'out'", "    int i = n // 2;\n    out[i] = 1;").starts_with("// begins a comment"));
    CHECK(advice("return-statement with a value, in function returning 'void' [-fpermissive]", "    if (x > n) return 0;") == "a void function returns no value: return;");
    CHECK(advice("return value type does not match the function type", "    return out[0];") == "a void function returns no value: return;");
    CHECK(advice("return-statement with a value, in function returning 'void' [-fpermissive]", "    if (x > n) return\n    out[x] = 1;").starts_with("is the ; missing after"));
}

TEST_CASE("the advice comes below the first error, before the next message, and not where the message has its own")
{
    const std::string code = "    int i = threadIdx;\n    i = 1;\n    j = 2;\n";
    const std::string log = "k.cu: In function 'void k()':\nk.cu:3:5: error: 'j' was not declared in this scope\n    3 |     j = 2;\n      |     ^\n"
                            "k.cu:1:9: error: cannot convert 'uint3' to 'int'\n    1 | x\n";
    CHECK(with_advice(log, "k.cu", code)
          == "k.cu: In function 'void k()':\nk.cu:3:5: error: 'j' was not declared in this scope\n    3 |     j = 2;\n      |     ^\n"
             "  try:   a new name needs its type in front: int j = …, or float for an element\nk.cu:1:9: error: cannot convert 'uint3' to 'int'\n    1 | x\n");
    CHECK(with_advice("k.cu:3:5: error: 'j' was not declared\n", "k.cu", code) == "k.cu:3:5: error: 'j' was not declared\n  try:   a new name needs its type in front: int j = …, or float for an element\n");
    const std::string own = "k.cu:3:1: error: 'j' was not declared\n  where: here\n  try:   that\n";
    CHECK(with_advice(own, "k.cu", code) == own);
    const std::string elsewhere = "other.cu:3:1: error: 'j' was not declared\n";
    CHECK(with_advice(elsewhere, "k.cu", code) == elsewhere);
    CHECK(with_advice("k.cu:99:1: error: 'j' was not declared\n", "k.cu", code) == "k.cu:99:1: error: 'j' was not declared\n");
}

TEST_CASE("a warning is one line, with its advice and how many more there are")
{
    const std::string code = "    __syncthreads;\n    if (i < n) return;\n    n;\n";
    CHECK(first_warning("k.cu:1:5: warning: statement has no effect [-Wunused-value]\n    1 | __syncthreads;\n", "k.cu", code)
          == "The compiler warns in line 1: statement has no effect; write __syncthreads(): without ( ) nothing is called");
    CHECK(first_warning("k.cu:3:5: warning: statement has no effect [-Wunused-value]\nk.cu:1:5: warning: x\n", "k.cu", code)
          == "The compiler warns in line 3: statement has no effect (1 more: make)");
    CHECK(first_warning("k.cu:2:9: warning: comparison of integer expressions of different signedness: 'unsigned int' and 'int' [-Wsign-compare]\n", "k.cu", code)
              .ends_with("; an unsigned number is never below 0, and blockDim.x, threadIdx.x and blockIdx.x are unsigned: make ints of them, int(blockDim.x)"));
    CHECK(first_warning("k.cu:1:5: error: x\n", "k.cu", code) == "");
}
