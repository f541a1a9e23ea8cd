// Only code that is compiled is refused and rewritten: with the compiler's preprocessor, and without.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "engine/translate/preprocessor.hpp"
#include "engine/translate/probe.hpp"
#include "translated.hpp"

namespace {

namespace fs = std::filesystem;
using halo::engine::Compiled;

/// A folder with the header that the tests include; the preprocessor's files go there.
struct Folder {
    fs::path path;
    Folder()
    {
        std::string name = fs::temp_directory_path() / "translate test-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
        std::ofstream(path / "there.hpp") << "#define FROM_HEADER 2\n#define TWICE(x) (2 * (x))\n";
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

std::vector<Compiled> groups(const std::string& source, const std::vector<std::string>& words)
{
    Folder folder;
    halo::engine::Probe probe;
    const std::string probe_file = folder.path / "k.cu";
    std::ofstream(probe_file, std::ios::binary) << probe.text(source, "k.cu", {});
    halo::engine::Preprocessor preprocessor{{HALO_CXX, "-std=c++20", "-I", folder.path}};
    preprocessor.command.insert(preprocessor.command.end(), words.begin(), words.end());
    for (const std::string& pass : preprocessor.run(probe_file, probe.both_sides())) probe.read(pass);
    fs::remove(probe_file);
    CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);   // there.hpp
    return probe.groups("k.cu");
}

/// The refusal; empty if there is none.
std::string refused_by(const std::string& source, const std::vector<std::string>& words = {})
{
    halo::engine::Rules rules;
    rules.groups = [&] { return groups(source, words); };
    const halo::engine::Translation result = halo::engine::translate(source, "k.cu", rules);
    return result.refusal ? halo::engine::describe(*result.refusal, "k.cu") : "";
}

bool is_preprocessed(std::string_view source)
{
    bool called = false;
    halo::engine::Rules rules;
    rules.groups = [&] {
        called = true;
        return std::vector<Compiled>();
    };
    halo::engine::translate(source, "k.cu", rules);
    return called;
}

const std::string kClosesNothing = "this `}` closes nothing\n  where: no bracket is open here\n"
                             "  try:   remove the `}`, or look for the bracket that should open it\n";

}  // namespace

TEST_CASE("code that the preprocessor leaves out may contain anything; the same code, compiled, is refused at its line")
{
    struct Specimen {
        const char* before;      ///< the text before a `}` that closes nothing
        const char* left_out;    ///< the option that leaves it out
        const char* compiled;    ///< the option with which it is compiled
    };
    constexpr Specimen specimens[] = {
        {"#ifdef WORD\n", "-DOTHER", "-DWORD"},
        {"#ifndef WORD\n", "-DWORD", "-UWORD"},
        {"#if defined WORD && WORD > 3\n", "-DWORD=3", "-DWORD=4"},
        {"#if defined(__CUDACC__)\n#elif 1\n#endif\n#ifdef WORD\n", "-UWORD", "-DWORD"},
        {"#ifdef WORD\n#else\n", "-DWORD", "-w"},
        {"#if WORD == 1\n#elif WORD == 2\n", "-DWORD=1", "-DWORD=2"},
        {"#if 0\n#elif WORD\n", "-DWORD=0", "-DWORD"},
        {"#ifdef OTHER\n#if 1\n}\n#else\n{\n#endif\n}\n#endif\n#ifdef WORD\n", "-w", "-DWORD"},
        {"#define F(x) ((x) + 1)\n#if F(WORD) == 6\n", "-DWORD=6", "-DWORD=5"},
        {"#ifdef WORD\n#define LATER 1\n#endif\n#if LATER\n", "-w", "-DWORD"},
        {"#define LATER\n#ifdef WORD\n#undef LATER\n#endif\n#ifndef LATER\n", "-w", "-DWORD"},
        {"#include \"there.hpp\"\n#if TWICE(FROM_HEADER) == WORD\n", "-DWORD=5", "-DWORD=4"},
        {"#ifdef WORD\n#include \"there.hpp\"\n#endif\n#ifdef FROM_HEADER\n", "-w", "-DWORD"},
        {"#if __has_include(WORD)\n", "-DWORD=\"not_there.hpp\"", "-DWORD=\"there.hpp\""},
        {"#include <climits>\n#if INT_MAX == WORD\n", "-DWORD=1", "-DWORD=2147483647"},
        {"int a;\n#if __LINE__ == WORD\n", "-DWORD=3", "-DWORD=2"},
        {"#pragma push_macro(\"WORD\")\n#undef WORD\n#define WORD 7\n#pragma pop_macro(\"WORD\")\n#if WORD == 7\n", "-DWORD=6", "-DWORD=7"},
        {"#if 1 \\\n  && WORD // (\n", "-DWORD=0", "-DWORD=1"},
        {"#if /* one */ WORD /* two\n*/ == 1\n", "-DWORD=0", "-DWORD=1"},
        {" # /**/ ifdef WORD\n", "-w", "-DWORD"},
    };
    for (const Specimen& specimen : specimens) {
        const std::string before = specimen.before, source = before + "}\n#endif\nvoid f() {}\n";
        const auto words = [](std::string_view text) {
            std::vector<std::string> out;
            for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size())))
                out.emplace_back(text.substr(0, end = std::min(text.find(" -"), text.size())));
            return out;
        };
        CAPTURE(source);
        CHECK(refused_by(source, words(specimen.left_out)).empty());
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        CHECK(refused_by(source, words(specimen.compiled)) == fmt::format("k.cu:{}: {}", line, kClosesNothing));
        CHECK(refused(source).empty());   // without the preprocessor's answer: left to g++
    }
}

TEST_CASE("each group may open the brace that is closed once, after all of them")
{
    const std::string source = "#if N == 1\nvoid f() {\n#elif N == 2\nvoid f(int) { {\n#else\nnamespace n { void f() {\n#endif\n}\n";
    CHECK(refused_by(source, {"-DN=1"}).empty());
    CHECK(refused_by(source, {"-DN=2"}).starts_with("k.cu:4: this `{` is never closed"));
    CHECK(refused_by(source, {"-DN=3"}).starts_with("k.cu:6: this `{` is never closed"));
    CHECK(refused_by(source + "}\n", {"-DN=1"}).starts_with("k.cu:9: this `}` closes nothing"));
    CHECK(refused_by(source + "}\n", {"-DN=2"}).empty());
}

TEST_CASE("apostrophes, quotes, comments and unsupported names count only where they are compiled")
{
    const std::string text = "#ifdef WORD\ndon't } /* \" \n\" ( /*\n#endif\n";
    CHECK(refused_by("#ifdef OTHER\n#include <cub/cub.cuh>\n__global__ void k() { asm(\"\"); k<<<1>>>(); }\n#endif\n" + text).empty());
    CHECK(refused_by(text, {"-DWORD"}).starts_with("k.cu:2: this character is never closed"));
    CHECK(refused_by("#ifdef W\n#include <cub/cub.cuh>\n#endif\n", {"-DW"}).starts_with("k.cu:2: <cub/cub.cuh>: CUB"));
    CHECK(refused_by("#ifdef W\nvoid f() { asm(\"\"); }\n#endif\n", {"-DW"}).starts_with("k.cu:2: inline PTX"));
    CHECK(refused_by("void f() {\n#ifdef W\ng(__any(1));\n#endif\n}\n", {"-DW"}).starts_with("k.cu:3: __any was removed"));
    CHECK(refused_by("void f() {\n#ifdef W\ng(__any(1));\n#endif\n}\n").empty());
    CHECK(refused_by("#ifdef W\n#define ANY(x) __any(x)\n#endif\n", {"-DW"}).starts_with("k.cu:2: __any was removed"));
    CHECK(refused_by("#ifdef W\n#define ANY(x) __any(x)\n#endif\n").empty());
}

TEST_CASE("the compiler reports what the preprocessor refuses: the brackets of such a file are not checked")
{
    CHECK(refused_by("#include \"not_there.hpp\"\n#ifdef WORD\n}\n#endif\n").empty());
    CHECK(refused_by("#ifdef WORD\n}\n").empty());
    CHECK(refused_by("int a;\n#endif\n#ifdef WORD\n}\n#endif\n").empty());
    CHECK(refused_by("#if __COUNTER__ == 0\n}\n#endif\n").empty());
    CHECK(refused_by("#include \"not_there.hpp\"\n}\n").starts_with("k.cu:2: this `}` closes nothing"));   // whatever the preprocessor says
}

TEST_CASE("an #error is left to g++ and hides no answer")
{
    CHECK(refused_by("#ifndef WORD\n#error WORD is missing, isn't it\n}\n#endif\n", {"-DWORD"}).empty());
    CHECK(refused_by("#ifndef WORD\n#error\n}\n#endif\n").starts_with("k.cu:3: this `}` closes nothing"));
}

TEST_CASE("code that is compiled for the device alone stays undecided, and is translated as without an answer")
{
    const std::string source = "__device__ int f()\n{\n#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600\n  return 1;\n"
                               "#elif __CUDA_ARCH__ >= 2000\n  return 2; }\n#else\n  return 3;\n#endif\n}\n";
    CHECK(groups(source, {}) == std::vector{Compiled::unknown, Compiled::never, Compiled::unknown});
    halo::engine::Rules rules;
    rules.groups = [&] { return groups(source, {}); };
    CHECK(halo::engine::translate(source, "k.cu", rules).text ==
          "#line 1 \"k.cu\"\n__device__ int f()\n{\n#if !1 || 900 < 600\n  return 1;\n"
          "#elif 900 >= 2000\n  return 2; }\n#else\n  return 3;\n#endif\n}\n");
    CHECK(groups("#if __CUDA_ARCH__ >= 700\n#define FAST\n#endif\n#ifdef FAST\nint a;\n#endif\n", {}) ==
          std::vector{Compiled::unknown, Compiled::unknown});
}

TEST_CASE("the preprocessor runs only if the file's text does not determine what is compiled")
{
    for (const std::string_view source :
         {"void f() {}\n", "#if 0\n}\n#endif\n", "#if 1\nint a;\n#else\n}\n#endif\n", "#if 0\n}\n#elif 1\nint a;\n#elif X\n}\n#endif\n",
          "#ifdef __CUDACC__\nint a;\n#else\n}\n#endif\n", "#ifndef __HALO_CPU__\n}\n#endif\n", "#ifndef N\n#define N 16\n#endif\nint a;\n",
          "#pragma once\n#ifdef A\n#define B\n#endif\nint a;\n", "// k\n#ifndef K\n#define K\n#include <x>\nint a;\n#endif  // K\n\n",
          "#if 0\n#ifdef A\n}\n#endif\n#endif\n"}) {
        CAPTURE(source);
        CHECK(!is_preprocessed(source));
    }
    for (const std::string_view source :
         {"#ifdef A\nint a;\n#endif\n", "#ifdef A\n#include <x>\n#endif\n", "#ifdef A\n#define F(x) {\n#endif\n",
          "#ifdef A\n#elif 0\n#else\nint a;\n#endif\n", "#ifndef K\n#define K\nint a;\n#endif\nint b;\n",
          "#ifndef K\n#define K\n#else\nint a;\n#endif\n", "int a;\n#ifndef K\n#define K\nint b;\n#endif\n",
          "#ifndef K\n#define L\nint a;\n#endif\n"}) {
        CAPTURE(source);
        CHECK(is_preprocessed(source));
    }
}

TEST_CASE("each of a thousand groups in random conditionals is decided as g++ decides it")
{
    std::mt19937 random(1);
    const auto below = [&](unsigned n) { return unsigned(random() % n); };
    std::string source = "#include \"there.hpp\"\n";
    struct Open {
        int group;     // the innermost open group
        bool last;     // it is an #else
    };
    std::vector<Open> open;
    std::vector<int> around;   // the enclosing group of each; -1: none
    int count = 0;
    const auto condition = [&](const char* word) {
        static constexpr const char* conditions[] = {"A > 1", "defined(B)", "!defined C", "B + C == FROM_HEADER", "TWICE(A) > C || 0",
                                                     "defined A && __has_include(\"there.hpp\")", "D(A)", "0", "1", "__CUDA_ARCH__ > 5"};
        source += fmt::format("#{} {}\n", word, conditions[below(std::size(conditions))]);
    };
    source += "#define D(x) ((x) % 2 == 0)\n";
    while (count < 1000 || !open.empty()) {
        const unsigned choice = below(8);
        const char name = char('A' + below(3));
        if (choice < 2 && count < 1000 && open.size() < 8) {
            if (below(2)) condition("if");
            else source += fmt::format("#{} {}\n", below(2) ? "ifdef" : "ifndef", name);
            open.push_back({-1, false});
        } else if (choice == 2 && !open.empty() && !open.back().last) {
            condition("elif");
        } else if (choice == 3 && !open.empty() && !open.back().last) {
            source += "#else\n";
            open.back().last = true;
        } else if ((choice == 4 || choice == 5) && !open.empty()) {
            source += "#endif\n";
            open.pop_back();
            continue;
        } else {
            source += fmt::format("#undef {0}\n", name) + (below(3) ? fmt::format("#define {} {}\n", name, below(4)) : "");
            continue;
        }
        around.push_back(open.size() > 1 ? open[open.size() - 2].group : -1);
        open.back().group = count;
        source += fmt::format("int group_{};\n", count++);
    }
    Folder folder;
    const std::string probe_file = folder.path / "all.cu";
    std::ofstream(probe_file) << source;
    const halo::engine::Preprocessor whole{{HALO_CXX, "-std=c++20", "-I", folder.path}};
    const std::vector<std::string> passes = whole.run(probe_file, true);
    REQUIRE(passes.size() == 2);
    const std::vector<Compiled> decided = groups(source, {});
    REQUIRE(decided.size() == std::size_t(count));
    int kinds[3] = {};
    for (int i = 0; i < count; ++i) {
        const std::string text = fmt::format("group_{};", i);
        const bool host = passes[0].find(text) != std::string::npos, device = passes[1].find(text) != std::string::npos;
        bool sure = true, left_out = false;
        for (int k = i; k >= 0; k = around[std::size_t(k)]) {
            sure = sure && decided[std::size_t(k)] == Compiled::always;
            left_out = left_out || decided[std::size_t(k)] == Compiled::never;
        }
        CAPTURE(i);
        if (left_out) CHECK((!host && !device));
        else if (sure) CHECK((host && device));
        else CHECK(host != device);
        ++kinds[left_out ? 0 : sure ? 1 : 2];
    }
    for (const int kind : kinds) CHECK(kind > 15);
}
