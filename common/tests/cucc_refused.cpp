// Calls and launches that the device refuses: reported when the program ends, unless it asks for the error.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

namespace {

/// Line 12 of `main` makes the call; then nothing is asked but what `after` does.
std::string program(const std::string& call, const std::string& after = "")
{
    return "#include <cooperative_groups.h>\n#include <cstdio>\n#include <cstdlib>\n"
           "__constant__ float c_filter[9];\n__device__ int counts[4];\n"
           "__global__ void k(float* out) { *out = c_filter[0] + counts[1]; }\n"
           "__global__ void __launch_bounds__(128, 2) bounded(float* out) {out[threadIdx.x] = 1; }\n"
           "template <int n> __global__ void __launch_bounds__(n * 32) sized(float* out) { out[threadIdx.x] = n; }\n"
           "int main()\n{\n    [[maybe_unused]] static float h[25], *d_out, *mine = (float*)std::malloc(64); cudaMalloc(&d_out, 4096); void* all[] = {&d_out};\n    " +
           call + "\n" + after + "    return all[0] == mine;\n}\n";
}

struct Refused {
    std::string call, headline;
};

const Refused kRefused[] = {
    {"cudaMemcpyToSymbol(c_filter, h, sizeof h);", "cudaMemcpyToSymbol asks for 100 bytes of c_filter, which has 36"},
    {"cudaMemcpyToSymbol(c_filter[2], h, 4);", "cudaMemcpyToSymbol takes a whole variable, and got what begins 8 bytes after the start of c_filter"},
    {"cudaMemcpyFromSymbol(h, counts[1], 4);", "cudaMemcpyFromSymbol takes a whole variable, and got what begins 4 bytes after the start of counts"},
    {"cudaMemcpy(d_out, h, 16, cudaMemcpyDeviceToHost);", "cudaMemcpy copies from a host array to d_out, but its direction is cudaMemcpyDeviceToHost"},
    {"cudaMemcpy(d_out, h, 5000, cudaMemcpyHostToDevice);", "cudaMemcpy asks for 5000 bytes of d_out, which has 4096"},
    {"cudaMemcpy(counts, h, 16, cudaMemcpyHostToDevice);", "cudaMemcpy has counts as its target, a variable on the device: its name is not an address there"},
    {"cudaMemset(h, 0, 4);", "cudaMemset of memory on the host"},
    {"cudaFree(d_out); d_out = nullptr; cudaFree(mine);", "cudaFree of a pointer that does not come from cudaMalloc"},
    {"cudaSetDevice(7);", "cudaSetDevice refused: invalid device ordinal"},
    {"k<<<1, 2048>>>(d_out);", "launch of k refused: blocks of 2048 threads, at most 1024"},
    {"bounded<<<1, 160>>>(d_out);", "launch of bounded refused: blocks of 160 threads, at most 128 by its __launch_bounds__"},
    {"sized<2><<<1, dim3(9, 8)>>>(d_out);", "launch of sized refused: blocks of 9 x 8 = 72 threads, at most 64 by its __launch_bounds__"},
    {"cudaLaunchKernel((void*)bounded, dim3(1), dim3(160), all);", "launch of bounded refused: blocks of 160 threads, at most 128 by its __launch_bounds__"},
    {"cudaLaunchCooperativeKernel((void*)k, dim3(100), dim3(1024), all);", "launch of k refused: 100 blocks that wait for each other, at most 2 fit on the device"},
};

}  // namespace

TEST_CASE("a call or launch that the device refuses is reported when the program ends, with its line and what was wrong")
{
    Folder f;
    for (const Refused& one : kRefused) {
        CAPTURE(one.call);
        f.write("deaf.cu", program(one.call));
        CHECK(f.build({"-Wall", "-Wextra", f.in("deaf.cu"), "-o", f.in("deaf")}) == 0);
        CHECK(f.text == "");
        CHECK(f.run({f.in("deaf")}) == 1);
        CAPTURE(f.text);
        CHECK(f.text.starts_with("deaf.cu:12: "));
        CHECK(f.text.find(": " + one.headline + "\n  where: ") != std::string::npos);
        CHECK(f.text.find("and the program did not check for the error\n") != std::string::npos);
        CHECK(f.text.find("\n\n") == f.text.size() - 2);        // nothing else
    }
}

TEST_CASE("a refused call whose error the program looks at is not reported")
{
    Folder f;
    for (const auto& [call, after] : std::vector<std::pair<std::string, std::string>>{
             {"const cudaError_t e = cudaMemcpyToSymbol(c_filter, h, sizeof h); (void)e;", ""},
             {"if (cudaFree(mine) != cudaSuccess) d_out = nullptr;", ""},
             {"cudaMemset(h, 0, 4);", "    cudaGetLastError();\n"},
             {"bounded<<<1, 160>>>(d_out);", "    cudaPeekAtLastError();\n"},
             {"return cudaLaunchKernel((void*)bounded, dim3(1), dim3(160), all) != cudaErrorInvalidValue;", ""},
             {"bounded<<<1, 128>>>(d_out); sized<4><<<1, 128>>>(d_out); cudaMemcpyToSymbol(c_filter[0], h, 36); cudaFree(nullptr);", ""},
         }) {
        CAPTURE(call);
        f.write("wary.cu", program(call, after));
        CHECK(f.run({cucc, "run", f.in("wary.cu")}) == 0);
        CHECK(f.text == "");
    }
}

TEST_CASE("each refused call has its message, also in several host threads, and one that is repeated has one")
{
    Folder f;
    f.write("two.cu", "#include <thread>\nint main()\n{\n    float* d;\n    cudaMalloc(&d, 64);\n    cudaFree(d);\n    for (int i = 0; i < 9; ++i) cudaFree(d);\n"
                      "    std::thread([] { cudaSetDevice(3); }).join();\n    cudaSetDevice(2);\n}\n");
    CHECK(f.run({cucc, "run", f.in("two.cu")}) == 1);
    CAPTURE(f.text);
    for (const char* one : {"two.cu:7: cudaFree of d, which was freed before\n", "two.cu:8: cudaSetDevice refused", "two.cu:9: cudaSetDevice refused"})
        CHECK(f.text.find(one) == f.text.rfind(one));
    CHECK(f.text.starts_with("two.cu:7: cudaFree of d, which was freed before\n"));
    CHECK(f.text.find("two.cu:9: ") > f.text.find("two.cu:8: "));
}

TEST_CASE("an allocation that was refused is the cause of a null pointer in a kernel, and is reported with it")
{
    Folder f;
    f.write("full.cu", "__global__ void k(int* a) { a[threadIdx.x] = 1; }\nint main()\n{\n    int* d;\n    cudaMalloc(&d, 1ull << 50);\n    k<<<1, 32>>>(d);\n"
                       "    cudaDeviceSynchronize();\n}\n");
    CHECK(f.run({cucc, "run", f.in("full.cu")}) == 1);
    CAPTURE(f.text);
    CHECK(f.text.find("did not check") == std::string::npos);
    CHECK(f.text.find("\n\n") == f.text.size() - 2);
}
