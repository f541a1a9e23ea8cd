// usage: cucc_test CUCC INCLUDE LIBRARY

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>

#include <fmt/format.h>

#include "spawn.hpp"

namespace {

namespace fs = std::filesystem;

std::string cucc, kit_include, kit_library;

const std::string kProgram = R"cu(#include <cstdio>
#include "part of it.hpp"
__global__ void fill(int* out) { out[threadIdx.x] = kValue; }
int main()
{
    int *d_out, h[8];
    cudaMalloc(&d_out, sizeof h);
    fill<<<1, 8>>>(d_out);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    std::printf("%d\n", h[7]);
}
)cu";

/// A folder with a blank in its name, and an empty one for temporary files in it.
struct Folder {
    fs::path path;
    std::string text;   ///< what the last program said

    Folder()
    {
        std::string name = fs::temp_directory_path() / "cucc test-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
        fs::create_directory(path / "tmp");
        write("prog.cu", kProgram);
        write("part of it.hpp", "constexpr int kValue = 7;\n");
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string in(const std::string& name) const { return path / name; }
    void write(const std::string& name, const std::string& content) const { std::ofstream(path / name) << content; }
    bool has(const std::string& name) const { return fs::exists(path / name); }

    int run(std::vector<std::string> words, std::vector<std::string> variables = {})
    {
        variables.push_back("TMPDIR=" + in("tmp"));
        const int code = halo::test::start(words, variables, in("log"));
        text = halo::test::read(path / "log");
        return code;
    }
    int build(std::vector<std::string> words, std::vector<std::string> variables = {})
    {
        words.insert(words.begin(), cucc);
        const int code = run(std::move(words), std::move(variables));
        INFO(text);
        CHECK(fs::is_empty(path / "tmp"));   // whatever happened, nothing is left behind
        for (const fs::directory_entry& entry : fs::directory_iterator(path))
            CHECK(entry.path().filename().string().find(".part") == std::string::npos);
        return code;
    }
};

}  // namespace

TEST_CASE("one command builds a program, in a folder with a blank, with the headers beside it")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");
}

TEST_CASE("an object is compiled first and linked later, together with plain C++")
{
    Folder folder;
    folder.write("main.cpp", "#include <cuda_runtime.h>\nint f();\nint main() { return f() == int(cudaSuccess) ? 3 : 4; }\n");
    folder.write("f.cu", "__global__ void k() {}\nint f() { k<<<1, 1>>>(); return cudaGetLastError(); }\n");
    CHECK(folder.build({"-c", folder.in("f.cu"), "-o", folder.in("f.o")}) == 0);
    CHECK(folder.build({folder.in("main.cpp"), folder.in("f.o"), "-o", folder.in("both")}) == 0);
    CHECK(folder.run({folder.in("both")}) == 3);
}

TEST_CASE("nvcc's words are understood")
{
    Folder folder;
    folder.write("plain.txt", "#ifndef X\n#error\n#endif\nint main() { return Y; }\n");
    CHECK(folder.build({"-arch=sm_75", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo", "-G", "-rdc=true", "--use_fast_math",
                        "-Xcompiler", "-Wall,-DX", "-Xptxas", "-v", "--std=c++14", "-O3", "-D", "Y=5", "-lcudart", "-x", "cu",
                        folder.in("plain.txt"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 5);
}

TEST_CASE("device code in .cuh files is translated too, wherever they lie")
{
    Folder folder;
    fs::create_directories(folder.path / "parts");
    fs::create_directories(folder.path / "include");
    folder.write("parts/launch.cuh", "#pragma once\n#include \"kernel.cuh\"\ninline void go(int* d) { set<3><<<1, 1>>>(d); }\n");
    folder.write("parts/kernel.cuh", "#pragma once\ntemplate <int N> __global__ void set(int* d) { *d += N; }\n");
    folder.write("include/other.cuh", "#pragma once\n__device__ int start = 4;\n");
    folder.write("prog.cu", "#include \"parts/launch.cuh\"\n#include \"parts/kernel.cuh\"\n#include \"other.cuh\"\n"
                            "int main() { int *d, h; cudaMalloc(&d, 4); cudaMemcpyFromSymbol(&h, start, 4);\n"
                            "cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice); go(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                            "cudaFree(d); return h; }\n");
    CHECK(folder.build({folder.in("prog.cu"), "-I" + folder.in("include"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 7);
    folder.write("parts/kernel.cuh", "int x;\nasm(\"\");\n");
    CHECK(folder.build({folder.in("prog.cu"), "-I" + folder.in("include"), "-o", folder.in("prog2")}) == 1);
    CHECK(folder.text.starts_with(folder.in("parts/kernel.cuh") + ":2: inline PTX"));
}

TEST_CASE("a mistake is reported at the student's own line, without our headers above it")
{
    Folder folder;
    folder.write("bad.cu", "__global__ void k(int n)\n{\n    n = undeclared;\n}\nint main() { k<<<1,\n  2>>>(3); }\n");
    CHECK(folder.build({folder.in("bad.cu"), "-o", folder.in("bad")}) == 1);
    CHECK(folder.text.find(folder.in("bad.cu") + ":3:9: error: 'undeclared' was not declared in this scope") != std::string::npos);
    CHECK(folder.text.find("In file included from") == std::string::npos);
    CHECK(!folder.has("bad"));
}

TEST_CASE("what can't be translated is refused with the translator's message")
{
    Folder folder;
    folder.write("ptx.cu", "__global__ void k() { asm(\"nop\"); }\n");
    CHECK(folder.build({folder.in("ptx.cu"), "-o", folder.in("ptx")}) == 1);
    CHECK(folder.text.starts_with(folder.in("ptx.cu") + ":1: inline PTX is code for the GPU itself"));
    CHECK(!folder.has("ptx"));
}

TEST_CASE("what is missing is named, and is not the student's fault")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("p")}, {"CXX=/nowhere/g++"}) == 2);
    CHECK(folder.text == "cucc: the compiler /nowhere/g++ can't be started: No such file or directory\n"
                         "  try:   install g++ (apt install g++), or set CXX to the compiler to use\n");
    CHECK(folder.build({folder.in("nothing.cu"), "-o", folder.in("p")}) == 2);
    CHECK(folder.text == "cucc: " + folder.in("nothing.cu") + " can't be read\n  try:   look at its name and permissions\n");
    CHECK(folder.build({folder.in("prog.cu"), "--kit", folder.in("kit")}) == 2);
    CHECK(folder.text == "cucc: the engine's headers are not in " + folder.in("kit/include") +
                             "\n  try:   build Halo, or give --kit DIR\n");
}

TEST_CASE("wrong usage ends with 2, help with 0 and on one screen")
{
    Folder folder;
    CHECK(folder.build({}) == 2);
    CHECK(folder.text == "cucc: no file to build\n  try:   cucc --help\n");
    CHECK(folder.build({"-o"}) == 2);
    CHECK(folder.build({"--no-such-word", "a.cu"}) == 2);
    CHECK(folder.build({"-c", "a.cu", "b.cu", "-o", "c.o"}) == 2);
    CHECK(folder.build({"--help"}) == 0);
    CHECK(std::count(folder.text.begin(), folder.text.end(), '\n') <= 24);
}

TEST_CASE("a kit is a folder of its own that may be copied anywhere")
{
    Folder folder;
    fs::create_directories(folder.path / "a kit" / "lib");
    fs::copy(kit_include, folder.path / "a kit" / "include", fs::copy_options::recursive);
    fs::copy(kit_library, folder.path / "a kit" / "lib" / "libhalo_cpu.a");
    CHECK(folder.build({"--kit", folder.in("a kit"), "-v", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text.find(kit_include) == std::string::npos);
    CHECK(folder.text.find(kit_library) == std::string::npos);
    CHECK(halo::test::read(folder.path / "a kit" / "lib" / "libhalo_cpu.a").starts_with("!<arch>"));
    CHECK(folder.run({folder.in("prog")}) == 0);
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        fmt::print(stderr, "usage: cucc_test CUCC INCLUDE LIBRARY [doctest's options]\n");
        return 2;
    }
    cucc = argv[1];
    kit_include = argv[2];
    kit_library = argv[3];
    setenv("LC_ALL", "C", 1);   // g++ quotes with ' there
    doctest::Context context(argc - 3, argv + 3);
    return context.run();
}
