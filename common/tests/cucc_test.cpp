// usage: cucc_test CUCC INCLUDE LIBRARY TRANSLATE PLAIN_CUCC
//   CUCC: one whose headers, in INCLUDE, are precompiled, which takes two fifths off the time of the whole; PLAIN_CUCC: the one in the build folder

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <fmt/format.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("one command builds a program with headers, in a folder with a blank in its name")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");
}

TEST_CASE("cucc in the build folder finds the headers in the source tree")
{
    Folder folder;
    CHECK(folder.run({plain_cucc, "-v", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text.find(kit_include) == std::string::npos);
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");
}

TEST_CASE("an output that is a device stays one")
{
    Folder folder;
    std::string null = folder.in("null");
    if (::mknod(null.c_str(), S_IFCHR | 0666, ::makedev(1, 3)) != 0) null = "/dev/null";      // who is not root can't harm that one
    for (const bool whole : {false, true}) {
        CHECK(folder.build(whole ? std::vector<std::string>{folder.in("prog.cu"), "-o", null} : std::vector<std::string>{"-c", folder.in("prog.cu"), "-o", null}) == 0);
        CHECK(std::filesystem::is_character_file(null));
    }
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

TEST_CASE("halo-translate asks the given compiler, and reports the headers that the answer depends on")
{
    Folder folder;
    folder.write("part.hpp", "#define OPEN 1\n");
    folder.write("ask.cu", "#include \"part.hpp\"\n#if OPEN == 1\nvoid f() {\n#endif\n}\n#ifdef WORD\n}\n#endif\n");
    const std::string out = folder.in("out.cpp"), rule = folder.in("out.d");
    const auto ask = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {translate, folder.in("ask.cu"), "-o", out, "--depfile", rule});
        return folder.run(words);
    };
    CHECK(ask({"--", "g++", "-I", folder.path}) == 0);
    CHECK(folder.text == "");
    CHECK(halo::test::read(rule).find("part.hpp") != std::string::npos);
    CHECK(halo::test::read(rule).find("out.cpp.probe") == std::string::npos);
    CHECK(ask({"--", "g++", "-I", folder.path, "-DWORD"}) == 1);
    CHECK(folder.text.starts_with(folder.in("ask.cu") + ":7: this `}` closes nothing\n"));
    CHECK(ask({"--", "g++"}) == 0);          // no part.hpp: g++ will say so
    CHECK(ask({}) == 0);
    CHECK(!folder.has("out.cpp.probe"));
    CHECK(folder.run({translate, folder.in("prog.cu"), "-o", out, "--depfile", rule, "--", "/nowhere/g++"}) == 0);   // nothing to ask
    CHECK(halo::test::read(rule) == "");
}

TEST_CASE("nvcc's options are understood")
{
    Folder folder;
    folder.write("plain.txt", "#ifndef X\n#error\n#endif\nint main() { return Y; }\n");
    CHECK(folder.build({"-arch=sm_75", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo", "-G", "-rdc=true", "--use_fast_math",
                        "-Xcompiler", "-Wall,-DX", "-Xptxas", "-v", "--std=c++14", "-O3", "-D", "Y=5", "-lcudart", "-x", "cu",
                        folder.in("plain.txt"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 5);
}

TEST_CASE("nvcc's long options equal its short ones, and an option that neither it nor g++ knows is refused")
{
    Folder folder;
    folder.write("p.cu", "#include <x.h>\nint main() { return X + Y; }\n");
    fs::create_directories(folder.path / "inc");
    folder.write("inc/x.h", "#define X 3\n");
    std::vector<std::string> words = {"--include-path", folder.in("inc"), "--define-macro=Y=4", "--optimize", "3",
                                      "--gpu-architecture=sm_80", "--relocatable-device-code=true", "--resource-usage",
                                      "--ptxas-options=-v", "--compiler-options", "-Wall -Wextra", folder.in("p.cu"),
                                      "--output-file", folder.in("p")};
    CHECK(folder.build(words) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("p")}) == 7);
    for (const std::string unknown : {"--no-such-word", "-bogus"}) {
        words[8] = unknown;
        CHECK(folder.build(words) == 2);
        CHECK(folder.text == "cucc: " + unknown + " is not understood\n  try:   cucc --help\n");
    }
    CHECK(folder.build({"--ptx", folder.in("p.cu")}) == 2);
    CHECK(folder.text.starts_with("cucc: --ptx is not supported: cucc makes objects and programs\n"));
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
    CHECK(std::count(folder.text.begin(), folder.text.end(), '\n') <= 25);
}

TEST_CASE("a kit is a self-contained folder that may be copied anywhere")
{
    Folder folder;
    fs::create_directories(folder.path / "a kit" / "lib");
    fs::copy(kit_include, folder.path / "a kit" / "include", fs::copy_options::recursive);
    fs::remove_all(folder.path / "a kit/include/cuda_runtime.h.gch");
    fs::copy(kit_library, folder.path / "a kit" / "lib" / "libhalo_engine.a");
    CHECK(folder.build({"--kit", folder.in("a kit"), "-v", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text.find(kit_include) == std::string::npos);
    CHECK(folder.text.find(kit_library) == std::string::npos);
    CHECK(halo::test::read(folder.path / "a kit" / "lib" / "libhalo_engine.a").starts_with("!<arch>"));
    CHECK(folder.run({folder.in("prog")}) == 0);

    // Precompiled, its first header is read in one piece, and only with the options that it was compiled with.
    CHECK(folder.build({"--kit", folder.in("a kit"), "--precompile"}) == 0);
    CHECK(folder.has("a kit/include/cuda_runtime.h.gch"));
    CHECK(folder.build({"--kit", folder.in("a kit"), "-c", "-Xcompiler=-H", folder.in("prog.cu"), "-o", folder.in("prog.o")}) == 0);
    CHECK(folder.text.find("! " + folder.in("a kit/include/cuda_runtime.h.gch")) != std::string::npos);
    CHECK(folder.build({"--kit", folder.in("a kit"), "-c", "-Xcompiler=-H", "--no-watch", folder.in("prog.cu"), "-o", folder.in("prog.o")}) == 0);
    CHECK(folder.text.find("! " + folder.in("a kit/include/cuda_runtime.h.gch")) == std::string::npos);

    // A finding in a header of the kit is named at the line that called it.
    folder.write("add.cu", "__global__ void add(int* d)\n{\n    atomicAdd(&d[1], 1);\n}\n"
                           "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); add<<<1, 1>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({"--kit", folder.in("a kit"), folder.in("add.cu"), "-o", folder.in("add")}) == 0);
    folder.run({folder.in("add")});
    CHECK(folder.text.find("add.cu:3: ") != std::string::npos);
}

int main(int argc, char** argv)
{
    if (argc < 6) {
        fmt::print(stderr, "usage: cucc_test CUCC INCLUDE LIBRARY TRANSLATE PLAIN_CUCC [doctest's options]\n");
        return 2;
    }
    cucc = argv[1];
    kit_include = argv[2];
    kit_library = argv[3];
    translate = argv[4];
    plain_cucc = argv[5];
    setenv("LC_ALL", "C", 1);   // g++ quotes with ' there
    doctest::Context context(argc - 5, argv + 5);
    return context.run();
}
