// Proves what the engine claims to cover; coverage.hpp says how a program claims it.
//
// usage: coverage_test engine CUCC FOLDER PAGE [--write] [doctest's options]
//        coverage_test card NVCC FOLDER [doctest's options]

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "coverage.hpp"
#include "spawn.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::coverage;

std::string compiler;              // cucc or nvcc
fs::path page_path, work;
std::vector<Program> programs;

/// A temporary folder, removed with the object.
struct WorkFolder {
    fs::path path;
    WorkFolder()
    {
        std::string name = fs::temp_directory_path() / "coverage-XXXXXX";
        if (mkdtemp(name.data()) != nullptr) path = name;
    }
    ~WorkFolder()
    {
        std::error_code ignored;
        if (!path.empty()) fs::remove_all(path, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
};

void two_at_a_time(const std::function<void(Program&)>& job)
{
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 2; ++worker)
        workers.emplace_back([&] {
            for (std::size_t i; (i = next++) < programs.size();) job(programs[i]);
        });
    for (std::thread& worker : workers) worker.join();
}

/// The first line in which two texts differ, counted from 1; 0 if they are the same.
int first_difference(const std::string& a, const std::string& b)
{
    std::istringstream in_a(a), in_b(b);
    std::string line_a, line_b;
    for (int line = 1;; ++line) {
        const bool more_a(std::getline(in_a, line_a)), more_b(std::getline(in_b, line_b));
        if (!more_a && !more_b) return 0;
        if (more_a != more_b || line_a != line_b) return line;
    }
}

/// Writes a program into the work folder and tries it.
Program tried(const std::string& name, const std::string& text)
{
    const fs::path source = work / name;
    std::ofstream(source) << text;
    Program program = read_program(source);
    prove(program, compiler, work);
    return program;
}

const std::string kMain = "int main() { k<<<1, 64>>>(); cudaDeviceSynchronize(); }\n";

}  // namespace

TEST_SUITE("engine")
{
    TEST_CASE("every program proves its claim")
    {
        CHECK(!programs.empty());
        for (const Program& program : programs) {
            INFO(program.source.string() << ": " << program.complaint);
            CHECK(program.complaint.empty());
        }
    }

    TEST_CASE("the page lists what the programs prove")
    {
        const int line = first_difference(halo::test::read(page_path), page(programs));
        INFO(page_path.string() << ":" << line << ": out of date\n  try:   ninja -C build coverage-page");
        CHECK(line == 0);
    }

    TEST_CASE("a program that proves nothing is detected")
    {
        const std::string claim = "// covers: Launches: one block\n", kernel = "__global__ void k() {}\n";
        CHECK(tried("right.cu", claim + kernel + kMain).complaint == "");
        CHECK(tried("claimless.cu", kernel + kMain).complaint == "its first line claims nothing");
        CHECK(tried("group.cu", "// covers: Lunches: one block\n" + kernel + kMain).complaint == "there is no group `Lunches`");
        CHECK(tried("feature.cu", "// covers: Launches\n" + kernel + kMain).complaint ==
              "`// covers: Launches` is not `// covers: Group: feature`");
        CHECK(tried("warning.cu", claim + "__global__ void k() { int unused; }\n" + kMain).complaint.starts_with("cucc ends with 0, with the output"));
        CHECK(tried("error.cu", claim + "__global__ void k() { int }\n" + kMain).complaint.starts_with("cucc ends with 1, with the output"));
        CHECK(tried("wrong.cu", claim + kernel + "int main() { k<<<1, 1>>>(); return 3; }\n")
                  .complaint.starts_with("with threads in forward order it ends with 3\n"));
        CHECK(tried("finding.cu", claim + "__global__ void k() { *(volatile int*)0 = 1; }\n" + kMain)
                  .complaint.starts_with("with threads in forward order it ends with 1 and has a finding"));
    }

    TEST_CASE("a program that is not refused as it claims is detected")
    {
        const std::string ptx = "__global__ void k() { asm(\"nop;\"); }\n", plain = "__global__ void k() {}\n";
        const Program right = tried("right.cu", "// refused: line 2: inline PTX\n" + ptx + kMain);
        CHECK(right.complaint == "");
        CHECK(right.message.starts_with("inline PTX"));
        CHECK(!right.advice.empty());
        CHECK(tried("builds.cu", "// refused: line 2: inline PTX\n" + plain + kMain).complaint.starts_with("cucc ends with 0, but must refuse"));
        CHECK(tried("line.cu", "// refused: line 3: inline PTX\n" + ptx + kMain).complaint.starts_with("refused, but not at line 3"));
        CHECK(tried("words.cu", "// refused: line 2: outline PTX\n" + ptx + kMain).complaint.starts_with("refused, but not at line 2"));
        CHECK(tried("vague.cu", "// refused: PTX\n" + ptx + kMain).complaint ==
              "`// refused: PTX` is not `// refused: line N: part of the message`");
        CHECK(tried("both.cu", "// refused: line 3: inline PTX\n// covers: Language: PTX\n" + ptx + kMain).complaint ==
              "it claims both to be covered and to be refused");
    }

    TEST_CASE("an outdated page is reported with the first line that differs")
    {
        CHECK(first_difference("a\nb\n", "a\nb\n") == 0);
        CHECK(first_difference("a\nb\n", "a\nc\n") == 2);
        CHECK(first_difference("a\n", "a\nb\n") == 2);
    }
}

TEST_SUITE("card")
{
    TEST_CASE("every covered program is CUDA: nvcc compiles it")
    {
        CHECK(!programs.empty());
        for (const Program& program : programs) {
            INFO(program.source.string() << ": " << program.complaint);
            CHECK(program.complaint.empty());
        }
    }

    TEST_CASE("a program that is not CUDA is detected, in the code of the host, too")
    {
        const std::string claim = "// covers: Launches: one block\n", kernel = "__global__ void k() {}\n";
        const auto said = [&](const std::string& text) {
            const fs::path source = work / "dialect.cu";
            std::ofstream(source) << claim << text;
            return compile_for_card(read_program(source), compiler, work);
        };
        CHECK(said(kernel + kMain) == "");
        CHECK(said("__global__ void k() { halo_engine::barrier(0, 0); }\n" + kMain).find("halo_engine") != std::string::npos);
        CHECK(said("__global__ void k() { __shared__ int s[20000]; s[threadIdx.x] = 1; __syncthreads(); if (s[0] != 1) __trap(); }\n" + kMain)
                  .find("too much shared data") != std::string::npos);
        CHECK(said(kernel + "int main() { k<<<1, 64>>>(3); }\n").find("too many arguments") != std::string::npos);
        CHECK(said(kernel + "int main() { return cudaMalloc(1, 2, 3); }\n").find("cudaMalloc") != std::string::npos);
        CHECK(said(kernel + "template <typename T> int of(T t) { return t.value; }\nint main() { return of(3); }\n").find("class type") != std::string::npos);
        CHECK(said(kernel + "#ifndef __CUDA_ARCH__\nint main() { return nothing; }\n#endif\n").find("nothing") != std::string::npos);
        CHECK(compile_for_card(programs.front(), "/nowhere/nvcc", work).starts_with("nvcc ends with 127"));
    }
}

namespace {

int write_page()
{
    const auto unproved = std::find_if(programs.begin(), programs.end(), [](const Program& p) { return !p.complaint.empty(); });
    if (unproved != programs.end()) {
        fmt::print(stderr, "{}: not written, a program proves nothing\n  where: {}: {}\n  try:   fix the program or the engine\n",
                   page_path.string(), unproved->source.string(), unproved->complaint);
        return 1;
    }
    std::ofstream(page_path) << page(programs);
    return 0;
}

/// Why nvcc can't try the programs; empty if it can.
std::string nvcc_unfit()
{
    if (compiler.empty()) return "nvcc was not found";
    std::ofstream(work / "trial.cu") << "__global__ void k() {}\n";
    Program trial;
    trial.source = work / "trial.cu";
    return compile_for_card(trial, compiler, work).empty() ? "" : compiler + " compiles nothing for sm_90";
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    int used = mode == "engine" ? 5 : 4;
    if ((mode != "engine" && mode != "card") || argc < used) {
        fmt::print(stderr, "usage: coverage_test engine CUCC FOLDER PAGE [--write] [doctest's options]\n"
                           "       coverage_test card NVCC FOLDER [doctest's options]\n");
        return 2;
    }
    const WorkFolder folder;
    if (folder.path.empty()) {
        fmt::print(stderr, "coverage_test: no temporary folder in {}\n", fs::temp_directory_path().string());
        return 2;
    }
    compiler = argv[2];
    work = folder.path;
    programs = read_programs(argv[3]);

    if (mode == "engine") {
        page_path = argv[4];
        two_at_a_time([](Program& program) { prove(program, compiler, work); });
        if (argc > used && std::string(argv[used]) == "--write") return write_page();
    } else {
        if (const std::string why = nvcc_unfit(); !why.empty()) {
            fmt::print("not run: compiling the coverage programs for a card: {}\n", why);
            return 77;
        }
        two_at_a_time([](Program& program) {
            program.complaint = program.refused ? "" : compile_for_card(program, compiler, work);
        });
    }
    doctest::Context context(argc - used, argv + used);
    context.addFilter("test-suite", mode.c_str());
    return context.run();
}
