#pragma once
// A folder in which cucc builds programs. Part of cucc_test.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "spawn.hpp"

namespace cucc_test {

namespace fs = std::filesystem;

inline std::string cucc, kit_include, kit_library, translate, plain_cucc;   ///< the program's arguments

/// Has a kernel `fill` set eight elements, and prints the last.
inline const std::string kMain = R"cu(#include <cstdio>
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

inline const std::string kProgram = "#include \"part of it.hpp\"\n__global__ void fill(int* out) { out[threadIdx.x] = kValue; }\n" + kMain;

/// A folder with a blank in its name, and an empty one for temporary files in it.
struct Folder {
    fs::path path;
    std::string text;   ///< output of the last program

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

}  // namespace cucc_test
