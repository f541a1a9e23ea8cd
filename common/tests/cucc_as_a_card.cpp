// What programs print of kernels, and what a fault leaves, as a card has it.

#include <doctest/doctest.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("a kernel's printf is a card's: what that does not know stays as it stands, and how many arguments there are is returned")
{
    Folder folder;
    folder.write("prog.cu", "#include <cstdio>\n__global__ void k(float x, size_t n)\n{\n    int r = printf(\"%zu|%.*f|%5.2f|%-4d|%llx|%%|%*d\\n\", n, 2, x, x, 7, 255ull, 3, 9);\n"
                            "    printf(\"%d %f\\n\", r, x / 0 * 0);\n}\nint main() { k<<<1, 1>>>(1.25f, 9); return cudaDeviceSynchronize(); }\n");
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "%zu|%.*f| 1.25|7   |ff|%|  9\n8 nan\n"
                         "prog.cu:4: a card prints %zu as it stands\n  where: in a kernel, printf knows no length but h, l and ll\n"
                         "  try:   convert the argument: printf(\"%llu\", (unsigned long long)n)\n\n");
}

TEST_CASE("who does not wait for a kernel that prints is told that a card would lose it; who waits is not")
{
    Folder folder;
    const std::string kernel = "#include <cstdio>\n__global__ void k() { printf(\"%d\\n\", threadIdx.x); }\nint main()\n{\n    k<<<1, 1>>>();\n";
    folder.write("ends.cu", kernel + "}\n");
    CHECK(folder.build({folder.in("ends.cu"), "-o", folder.in("ends")}) == 0);
    CHECK(folder.run({folder.in("ends")}) == 0);
    CHECK(folder.text == "0\nends.cu:5: the program ends without waiting for k; a card would print nothing of it\n"
                         "  where: a kernel's output arrives when the host waits for the device\n"
                         "  try:   call cudaDeviceSynchronize() before main returns, and check what it returns\n\n");
    folder.write("waits.cu", kernel + "    return cudaDeviceSynchronize();\n}\n");
    CHECK(folder.build({folder.in("waits.cu"), "-o", folder.in("waits")}) == 0);
    CHECK(folder.run({folder.in("waits")}) == 0);
    CHECK(folder.text == "0\n");
}

TEST_CASE("after a fault each call fails with its error, and no kernel runs; after a refused launch the next one does")
{
    Folder folder;
    const std::string next = "    auto name = [](cudaError_t e) { std::printf(\"%s\\n\", cudaGetErrorName(e)); };\n    int *d = nullptr;\n    name(cudaDeviceSynchronize());\n"
                             "    name(cudaGetLastError());\n    name(cudaGetLastError());\n    name(cudaMalloc(&d, 4));\n    cudaGetLastError();\n    ok<<<1, 1>>>();\n"
                             "    name(cudaGetLastError());\n    name(cudaDeviceSynchronize());\n}\n";
    const std::string kernels = "#include <cstdio>\n__global__ void ok() { printf(\"ok runs\\n\"); }\n__global__ void k() { printf(\"before\\n\"); __trap(); }\nint main()\n{\n";
    folder.write("trap.cu", kernels + "    k<<<1, 1>>>();\n" + next);
    CHECK(folder.build({folder.in("trap.cu"), "-o", folder.in("trap")}) == 0);
    CHECK(folder.run({folder.in("trap")}) == 1);
    const std::string failed = "cudaErrorLaunchFailure\n";
    CHECK(folder.text.starts_with("before\n" + failed + failed + "cudaSuccess\n" + failed + failed + failed + "trap.cu:3: __trap() was called\n"));
    folder.write("refused.cu", kernels + "    k<<<1, 5000>>>();\n" + next);
    CHECK(folder.build({folder.in("refused.cu"), "-o", folder.in("refused")}) == 0);
    CHECK(folder.run({folder.in("refused")}) == 0);
    CHECK(folder.text.find("ok runs\ncudaSuccess\ncudaSuccess\n") != std::string::npos);
}
