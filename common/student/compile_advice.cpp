#include "student/compile_advice.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "student/compiler.hpp"
#include "student/pattern.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

/// `words`: of the compiler, g++ or nvcc; `line`: of the student, nullptr for any. `$1` is what the first group of `words` matched.
struct Rule {
    const char* words;
    const char* line;
    const char* advice;
};

// The first that fits counts: from the particular to the general.
constexpr std::array kRules = {
    // Names.
    Rule{R"('(let|var)' (was not declared|is undefined))", nullptr, "C++ names a type in its place: int or float"},
    Rule{R"('len' (was not declared|is undefined))", nullptr, "a pointer does not know how many elements it leads to: their number is an argument of its own"},
    Rule{R"(request for member '(length|size|shape)'|expression must have class type)", R"(\.\s*(length|size|shape)\b)",
         "a pointer does not know how many elements it leads to: their number is an argument of its own"},
    Rule{R"('(System|Console|console|print|println|cout)' (was not declared|is undefined|has not been declared)|name followed by '::' must be a class)", nullptr, "kernels and host code print with printf(\"%d\\n\", i)"},
    Rule{R"('final' (was not declared|is undefined|does not name a type))", nullptr, "C++ writes const where Java writes final"},
    Rule{R"('(True|False|None)' (was not declared|is undefined))", nullptr, "C++ writes true, false and nullptr"},
    Rule{R"('(elif|elsif|elseif)' (was not declared|is undefined))", nullptr, "C++ writes: else if (…)"},
    Rule{R"('_*shared_*' (was not declared|is undefined))", nullptr, "it is __shared__, with two underscores on each side"},
    Rule{R"('_?sync_?threads_*' (was not declared|is undefined))", nullptr, "it is __syncthreads(), with two underscores in front"},
    Rule{R"('(HostToDevice|DeviceToHost|HostToHost|DeviceToDevice)' (was not declared|is undefined))", nullptr, "its whole name is cudaMemcpy$1"},
    Rule{R"(redeclaration of|has already been declared)", nullptr,
         "this name exists here already: without its type the line stores in it; with another name it makes a new one"},
    Rule{R"(return-statement with a value|return value type does not match)", R"(\breturn\s+[[:alnum:]_.(-][^;]*;)", "a void function returns no value: return;"},
    Rule{R"(return-statement with a value|return value type does not match)", nullptr, "is the ; missing after `return`? Then the next line is taken for its value"},
    // threadIdx and its kin.
    Rule{R"(uint3|dim3|no operator)", R"(\b(threadIdx|blockIdx|blockDim|gridDim)\b\s*([^.[:space:]]|$))", "threadIdx, blockIdx, blockDim and gridDim have parts: write .x or .y after them"},
    Rule{R"(cannot be used as a function|function type)", R"(\.[xyz]\s*\()", "it is a number, not a function: leave out the ( )"},
    Rule{R"(cannot be used as a function|function type)", nullptr, "an element is chosen with [ ]; ( ) calls a function"},
    // Warps and textures.
    Rule{R"(no matching function for call to '(__shfl_\w*sync)|no instance of .*'(__shfl_\w*sync))", nullptr, "a shuffle takes a mask, a value and a lane: __shfl_sync(0xffffffff, value, lane); a distance is its lane for _up and _down"},
    Rule{R"((too few arguments|no matching function).*'?(__\w*sync|syncwarp))", nullptr, "its first argument is the mask of the lanes that take part: 0xffffffff for a whole warp"},
    Rule{R"(no matching function for call to 'tex[123]D|no instance of .*'tex[123]D|couldn't deduce template parameter)", R"(\btex[123]D\s*\()", "write the type of an element: tex2D<float>(object, x, y)"},
    Rule{R"(incompatible types in assignment|modifiable lvalue)", R"(\.addressMode\s*=)", "addressMode is an array, a mode for each direction: .addressMode[0] = … for x, .addressMode[1] = … for y"},
    Rule{R"('(cudaAddressMode\w*|Border|Clamp|Wrap|Mirror)' (was not declared|is undefined))", nullptr, "the modes are cudaAddressModeWrap, …Clamp, …Mirror and …Border"},
    Rule{R"(section attribute cannot be specified for local variables|automatic .*__constant__)", nullptr, "__constant__ is declared outside of all functions, at the file's begin: a kernel uses it by its name"},
    Rule{R"('(Boundary|\w+)' (has not been declared|is not a class))", R"(\b(typename|class|__global__)\b)", "is $1 the name that the template's parameter list declares, letter for letter?"},
    Rule{R"(expected unqualified-id before numeric constant)", nullptr, "this name is a macro here: a #define of the same name comes before. Leave out the #define, the header declares it"},
    // Elements and arrays.
    Rule{R"(invalid types '.*\[(const )?(float|double)\]|must have integral or unscoped enum type)", R"(\[)", "an index counts elements: declare it int"},
    Rule{R"(for array subscript|must have pointer-to-object type)", R"(\]\s*\[)",
         "a pointer has one index: the row times the length of a row, plus the column. Two indices need an array declared with two sizes"},
    Rule{R"(convert 'float ?\[[0-9]+\]' to 'float')", R"(\[[^]]*\w\s*,\s*\w[^]]*\])", "two indices take two pairs of brackets: s_tile[r][tx]"},
    Rule{R"(expected (a )?'\]')", R"(\[[^]]*,)", "two sizes take two pairs of brackets: s_tile[rows][columns]"},
    Rule{R"(incompatible types in assignment|modifiable lvalue)", R"(\[[^]]*\w\s*,\s*\w[^]]*\]\s*[-+*/]?=)", "two indices take two pairs of brackets: s_tile[r][tx]"},
    Rule{R"(incompatible types in assignment|modifiable lvalue)", R"(^\s*c_\w+\s*=)",
         "an array is not assigned as a whole, and this one is on the device: cudaMemcpyToSymbol(c_filter, h_filter, bytes) copies to it"},
    Rule{R"(lvalue required as left operand|modifiable lvalue)", R"([-+*/]\s*\w+\s*=[^=])", "= stores what is on its right in the one name or element on its left; == compares"},
    Rule{R"(read-only location|modifiable lvalue)", R"(\]\s*[-+*/]?=[^=])", "const in the parameter list says: read only. Which array is for the output?"},
    Rule{R"(read-only variable|modifiable lvalue)", nullptr, "const: it keeps its first value. Declare it without const if it shall change"},
    Rule{R"(invalid operands of types '(const )?(float|int)\*'|must have arithmetic or unscoped enum type)", nullptr, "that is an address; an element of it has an index, as in in[i]"},
    Rule{R"(storage size of '.*' isn't constant|variable length array|must have a constant value)", nullptr,
         "a shared array has a size that is known when compiling: a constexpr, such as kBlock, not a parameter"},
    Rule{R"(invalid operands of types '(const )?float( \*|\*| )?(\[[0-9]+\])' |incompatible with parameter|must have arithmetic or unscoped enum type)", R"(\b[cs]_\w+\s*\[[^]]*\]\s*([^[:space:][]|$))",
         "this array is declared with two sizes, so an element has two indices: c_filter[row][column]"},
    Rule{R"(convert '.*\(\*\)\s*\[.*' to|type '.*\(\*\)\s*\[.*' is incompatible)", R"(&)", "leave out the &: the name of an array is where its elements are"},
    // Calls of the CUDA API, and launches.
    Rule{R"(from 'const void\*' to 'void\*'|type 'const float \*' is incompatible with parameter of type 'void \*')", R"(cudaMemcpy)",
         "cudaMemcpy stores in its first argument and reads its second, and const says read only: cudaMemcpy(to, from, bytes, direction)"},
    Rule{R"(to 'cudaMemcpyKind'|parameter of type 'cudaMemcpyKind')", nullptr, "the direction comes last: cudaMemcpy(to, from, bytes, direction)"},
    Rule{R"(too few arguments)", R"(cudaMemcpy\b)", "it takes four: cudaMemcpy(to, from, bytes, direction)"},
    Rule{R"('cudaError_t'.* to '|overloaded function 'cudaMalloc')", R"(=\s*cudaMalloc)", "what it returns is a status: cudaMalloc(&d_in, bytes) stores the address in d_in"},
    Rule{R"(overloaded function 'cudaMalloc')", nullptr, "cudaMalloc needs the address of the pointer: cudaMalloc(&d_in, bytes)"},
    Rule{R"(expected primary-expression before '(const|float|int|void|double)'|expected an expression|type name is not allowed)", R"([(,]\s*(const\s+)?(float|int|void)\b)",
         "arguments have no types: name what is passed"},
    Rule{R"(void value not ignored|value of type 'void')", nullptr, "a kernel returns nothing: its results are in the arrays that it stores to"},
    Rule{R"(from 'void\*' to '(const )?\w+\*'|type 'void \*' cannot be used to initialize|type 'void \*' cannot be assigned)", R"(\b[dc]_\w+\s*=\s*(malloc|calloc)\b)",
         "malloc gives host memory; device memory comes from cudaMalloc(&d_in, bytes), which needs no cast"},
    Rule{R"(from 'void\*' to '(const )?\w+\*'|type 'void \*' cannot be used to initialize|type 'void \*' cannot be assigned)", R"(=\s*(malloc|calloc)\b)",
         "C++ needs a cast: (float*)malloc(bytes); and it is host memory: that of the device comes from cudaMalloc(&d_in, bytes)"},
    Rule{R"('(const )?(float|int) ?\*\*' .*'(const )?(float|int) ?\*')", nullptr,
         "there is an & too much: &d_in is the address of the pointer, d_in the address of the array"},
    Rule{R"('(in|out|n|width)' (was not declared|is undefined))", R"(<<<)", "a kernel's parameters have their names only inside it: pass what this function has, such as d_in"},
    Rule{R"(invalid conversion|is incompatible with parameter|too (few|many) arguments)", R"(<<<|>>>)", "compare the arguments with the kernel's parameters, one by one"},
    Rule{R"('void\(.*' and 'int' to binary 'operator<<'|integral or unscoped enum type)", R"(<<)", "a launch is written with three of them: kernel<<<blocks, threads>>>(arguments)"},
    Rule{R"('const float\s?\*'.* to .*'float\s?\*')", R"(=)", "that is the address, not an element: which index?"},
    // The grammar.
    Rule{R"(expected initializer before '[-+*/]='|expected (a )?';')", R"(\b(float|int|double)\s+\w+\s*[-+*/]=)", "a new name has no value to change yet: give it one with =, and use += where something is added"},
    Rule{R"(expected initializer before '=='|expected (a )?';')", R"(\b(float|int|double)\s+\w+\s*==)", "= gives a new name its value; == compares"},
    Rule{R"(expected primary-expression before '>'|expected an expression)", R"(=>)", "the = comes last: >= and <="},
    Rule{R"(expected primary-expression before '<'|expected an expression)", R"(=<)", "the = comes last: >= and <="},
    Rule{R"(expected (a )?';')", R"(\bfor\s*\([^;]*,[^;]*,[^;]*\))", "a loop has two ; in its ( ), and no comma: for (int d = 0; d < n; ++d)"},
    Rule{R"(expected (a )?'\(')", R"(\bfor\b)", "a loop is written: for (int d = 0; d < n; ++d) { … }"},
    Rule{R"(expected (a )?'\(')", R"(\b(if|while)\b)", "the condition goes in ( ), and { } hold what depends on it: if (i < n) { … }"},
    Rule{R"(expected (a )?';')", R"(\S.*\bif\b.*\belse\b)", "C++ writes: condition ? value : other value"},
    Rule{R"(expected (a )?':')", R"(\?)", "C++ writes: condition ? value : other value"},
    Rule{R"(expected (a )?'\)')", R"(\bfor\b.*;.*;.*;\s*\))", "a loop has two ; in its ( ): for (int d = 0; d < n; ++d)"},
    Rule{R"(unary '\*'|operand of '\*')", R"(\*\*)", "C++ has no operator for powers: x * x"},
    Rule{R"(lvalue required as left operand)", nullptr, "= stores what is on its right in the one name or element on its left; == compares"},
    Rule{R"(expected primary-expression before '(const|float|int|void|double)'|expected an expression|type name is not allowed)", nullptr, "is the ; missing at the end of the statement before?"},
    // Warnings.
    Rule{R"(has no effect)", R"(__syncthreads\s*;)", "write __syncthreads(): without ( ) nothing is called"},
    Rule{R"(comma operator has no effect)", R"(\bdim3\b)", "write dim3 grid(x, y), or dim3 grid = {x, y}"},
    Rule{R"(value computed is not used|expression has no effect)", R"(\bfor\s*\()", "+ computes a number and changes nothing: += goes on"},
    Rule{R"(empty body)", nullptr, "a ; right after the ( ) is an empty statement, and the next one does not depend on it: leave it out"},
    Rule{R"(clause does not guard)", R"(;\s*\{?\s*$)", "a ; right after the ( ) is an empty statement, and the next one does not depend on it: leave it out"},
    Rule{R"(suggest parentheses around assignment)", nullptr, "= stores; == compares"},
    Rule{R"(comparisons like 'X<=Y<=Z')", nullptr, "write it as two: 0 <= i && i < n"},
    Rule{R"(comma expression in array subscript)", nullptr, "only the last index counts here: [y][x] for an array declared with two sizes, [y * width + x] for a pointer"},
    Rule{R"(comparison of integer expressions of different signedness)", nullptr,
         "an unsigned number is never below 0, and blockDim.x, threadIdx.x and blockIdx.x are unsigned: make ints of them, int(blockDim.x)"},
};

/// A number of the student's line, and what is said about it.
struct Said {
    int line = 0;
    std::string words;
    std::size_t at = 0;                     ///< which of the compiler's lines
};

/// With ' for the quotes of g++ in UTF-8, and for those of nvcc.
std::string with_plain_quotes(std::string_view text)
{
    std::string out(text);
    for (const std::string_view quote : {"\u2018", "\u2019"})
        for (std::size_t at; (at = out.find(quote)) != std::string::npos;) out.replace(at, quote.size(), "'");
    std::ranges::replace(out, '"', '\'');
    return out;
}

std::optional<Said> first_said(const std::vector<std::string_view>& lines, std::string_view file, std::string_view grade)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t words = lines[i].find(grade);
        if (!lines[i].starts_with(file) || lines[i].size() <= file.size() || words == std::string_view::npos) continue;
        return Said{std::atoi(std::string(lines[i].substr(file.size() + 1)).c_str()), with_plain_quotes(lines[i].substr(words + grade.size())), i};
    }
    return {};
}

std::optional<Said> first_said(const std::vector<std::string_view>& lines, std::string_view file)
{
    const auto error = first_said(lines, file, "error: ");
    return error ? error : first_said(lines, file, "warning: ");
}

/// A name that is used where it does not exist: for the first time, or after the end of its { }.
std::string about_missing_name(const std::string& words, const std::vector<std::string>& code, std::size_t line)
{
    const auto missing = Pattern(R"('(\w+)' (was not declared|is undefined))").first_group(words);
    if (!missing) return {};
    const std::string& name = *missing;
    const auto as_new = [&] { return Pattern("^\\s*" + name + "\\s*=[^=]").in(code[line]) ? "a new name needs its type in front: int " + name + " = …, or float for an element" : std::string(); };

    // Only in the function at hand: a line that begins at the margin ends the search.
    const Pattern declares("\\b(int|unsigned|float|double|auto|bool|size_t|long)\\b[[:alnum:]_[:space:]*&]*\\b" + name + "\\b\\s*(=|\\[|;|\\{)");
    const Pattern whole_loop(R"(\bfor\s*\(.*\)\s*;)");
    for (std::size_t i = line; i-- > 0 && (code[i].empty() || code[i].front() == ' ');)
        if (declares.in(code[i]) && whole_loop.in(code[i]))
            return "the ; after the ( ) in line " + std::to_string(i + 1) + " is the whole loop: leave it out";
        else if (declares.in(code[i]))
            return "line " + std::to_string(i + 1) + " declares " + name + ", but only up to the end of its { }; without { }, an `if` or a loop holds one statement alone";
    return as_new();
}

/// What a line says before its comment.
std::string statement_in(const std::string& line) { return std::string(trimmed(std::string_view(line).substr(0, line.find("//")))); }

bool ended(const std::string& statement) { return statement.empty() || statement.ends_with(';') || statement.ends_with('{') || statement.ends_with('}'); }

/// The compiler names the line without a semicolon, or the one after it. `a = n // 2` is a division to whoever comes from Python.
std::string about_missing_semicolon(const std::string& words, const std::vector<std::string>& code, std::size_t line)
{
    if (!Pattern(R"(expected (('[^']*'|a) or )?(a )?';')").in(words)) return {};
    const Pattern before_statement(R"(expected ('[^']*' or )?';' before '(for|if|while|return|float|int|const|__syncthreads|__shared__)')");
    const Pattern begins_statement(R"(^\s*(for|if|while|return|float|int|const|__syncthreads|__shared__)\b)");
    std::size_t at = line;
    // Before a word that begins a statement, it is the one above that has no end.
    if (ended(statement_in(code[at])) || (before_statement.in(words) && begins_statement.in(code[at])))
        while (at > 0 && statement_in(code[--at]).empty()) {}
    if (ended(statement_in(code[at]))) return {};
    if (Pattern(R"(=.*//\s*\w+\s*\)?;?\s*$)").in(code[at])) return "// begins a comment; / divides, and between two ints it rounds towards 0";
    return "a statement ends with ; and the one in line " + std::to_string(at + 1) + " has none";
}

/// The advice with what the rule's first group matched.
std::string filled_in(std::string advice, const std::string& name)
{
    for (std::size_t at; (at = advice.find("$1")) != std::string::npos;) advice.replace(at, 2, name);
    return advice;
}

std::string advice_about(const Said& said, std::string_view source)
{
    std::vector<std::string> code;
    for (const std::string_view line : lines_of(source)) code.emplace_back(line);
    if (said.line < 1 || std::size_t(said.line) > code.size()) return {};
    const auto line = std::size_t(said.line) - 1;
    for (const Rule& rule : kRules) {
        const auto name = Pattern(rule.words).first_group(said.words);
        if (name && (rule.line == nullptr || Pattern(rule.line).in(code[line]))) return filled_in(rule.advice, *name);
    }
    const std::string name = about_missing_name(said.words, code, line);
    return !name.empty() ? name : about_missing_semicolon(said.words, code, line);
}

}  // namespace

std::string compile_advice(std::string_view lines, std::string_view file, std::string_view source)
{
    const auto said = first_said(lines_of(lines), file);
    return said ? advice_about(*said, source) : "";
}

std::string with_advice(std::string_view text, std::string_view file, std::string_view source)
{
    const std::vector<std::string_view> lines = lines_of(text);
    const auto said = first_said(lines, file);
    const std::string advice = said ? advice_about(*said, source) : "";
    if (advice.empty()) return std::string(text);
    std::size_t end = said->at + 1;
    while (end < lines.size() && lines[end].starts_with(' ')) {
        if (lines[end].starts_with("  try:")) return std::string(text);     // it brought its own
        ++end;
    }
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == end) out += "  try:   " + advice + "\n";
        out += std::string(lines[i]) + "\n";
    }
    return end == lines.size() ? out + "  try:   " + advice + "\n" : out;
}

std::string first_warning(std::string_view text, std::string_view file, std::string_view source)
{
    const std::vector<std::string_view> lines = lines_of(text);
    const auto said = first_said(lines, file, "warning: ");
    if (!said) return {};
    std::string out = "The compiler warns in line " + std::to_string(said->line) + ": " + said->words.substr(0, said->words.find(" [-W"));
    if (const std::string advice = advice_about(*said, source); !advice.empty()) out += "; " + advice;
    const int more = count_warnings(text) - 1;
    return more > 0 ? out + " (" + std::to_string(more) + " more: make)" : out;
}

}  // namespace halo::student
