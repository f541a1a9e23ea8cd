// For arbitrary bytes, the translator neither crashes nor hangs, keeps the number of lines, and refuses with a line of
// the file.
//
// With clang this is a target for libFuzzer. With HALO_FUZZ_DRIVER, it has its own driver, which mutates the corpus for
// the given time. usage: fuzz CORPUS SECONDS [SEED]

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "engine/translate/probe.hpp"
#include "engine/translate/translate.hpp"

namespace {

constexpr double kSlow = 1.0;   // seconds of processor time for one file of the sizes used here

[[noreturn]] void fail(const char* what, std::string_view source)
{
    std::fprintf(stderr, "fuzz: %s, for these %zu bytes:\n%.*s\n", what, source.size(), int(source.size()), source.data());
    std::abort();
}

/// Lines to which #line gives a number.
std::ptrdiff_t numbered(std::string_view text)
{
    std::ptrdiff_t count = 0;
    for (std::size_t at = 0; (at = text.find("\n#line ", at)) != text.npos; ++at) ++count;
    return count;
}

/// An argument of a launch may get a line of its own, and after it the rest of its line: each has a number, and nothing else adds a line.
/// Numbers that the source gives may be lost with a declaration that is replaced.
bool keeps_lines(std::string_view source, std::ptrdiff_t lines, std::string_view text)
{
    const std::ptrdiff_t added = std::count(text.begin(), text.end(), '\n') - lines;
    const std::ptrdiff_t kept = numbered(text) - added / 2;
    return added >= 0 && added % 2 == 0 && kept >= 0 && kept <= numbered(source);
}

void check(std::string_view source, halo::engine::Rules rules)
{
    const std::clock_t start = std::clock();
    const halo::engine::Translation result = halo::engine::translate(source, "k.cu", rules);
    if (double(std::clock() - start) / CLOCKS_PER_SEC > kSlow) fail("the translator is slow", source);

    const auto lines = 1 + std::count(source.begin(), source.end(), '\n');
    if (result.refusal) {
        if (result.refusal->line < 1 || result.refusal->line > lines) fail("a refusal outside the file", source);
        if (result.refusal->what.empty() || result.refusal->advice.empty()) fail("a refusal that says nothing", source);
        if (!result.text.empty()) fail("a refusal and a text", source);
    } else if (!keeps_lines(source, lines, result.text)) {
        fail("lines gained or lost", source);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    check(source, {});
    check(source, {.allow_main = false, .watch = false});

    halo::engine::Rules rules;
    rules.groups = [&] {   // arbitrary answers
        std::vector<halo::engine::Compiled> answers;
        for (std::size_t i = 0; i < size && answers.size() < 1 + size % 64; ++i) answers.push_back(halo::engine::Compiled(data[i] % 3));
        return answers;
    };
    check(source, rules);
    halo::engine::Probe probe;
    probe.read(probe.text(source, "k.cu", {}));
    rules.groups = [&] { return probe.groups("k.cu"); };
    check(source, rules);
    return 0;
}

#ifdef HALO_FUZZ_DRIVER

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace {

constexpr std::string_view kWords[] = {
    "<<<", ">>>", "<", ">", "(", ")", "{", "}", "[", "]", ";", ":", "::", ",", "\"", "'", "/*", "*/", "//", "\\\n", "\\\r\n",
    "\n#define M(x) ", "\n#if 0\n", "\n#ifdef __CUDA_ARCH__\n", "\n#ifdef A\n", "\n#elif 1\n", "\n#ifndef B\n#define B\n", "\n#else\n", "\n#endif\n", "\n#pragma GCC unroll\n", "##",
    "\n#include \"a.cuh\"\n", "R\"(", ")\"", "__shared__ ", "extern ", "__device__ ", "__global__ ", "__constant__ ", "__host__ ",
    "__managed__ ", "template <", "operator", "for (", "while (", "do ", "switch (", "case 1:", "default:", "goto a;", "a:",
    "return;", "[=]", "struct S ", "cudaMalloc(&", "asm(", "__VA_ARGS__", "...", "0", "NULL", "k<<<1, 2>>>(", "int main() {",
};

/// Makes one to eight small changes, some with pieces of `other`.
std::string mutated(std::string text, const std::string& other, std::mt19937_64& random)
{
    const auto below = [&](std::size_t n) { return std::size_t(random() % std::max<std::size_t>(n, 1)); };
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1), length = below(60);
        switch (below(6)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, kWords[below(std::size(kWords))]); break;
        case 2: text.insert(at, text.substr(below(text.size()), length)); break;
        case 3: text.insert(at, other.substr(below(other.size()), 10 * length)); break;
        case 4:
            if (at < text.size()) text[at] = char(random());
            break;
        default: text.resize(at); break;
        }
    }
    if (text.size() > 20'000) text.resize(20'000);
    return text;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: fuzz CORPUS SECONDS [SEED]\n");
        return 2;
    }
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());   // the same order everywhere: a seed identifies a run
    std::vector<std::string> corpus;
    for (const std::filesystem::path& path : paths) {
        std::ifstream file(path, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    if (corpus.empty()) {
        std::fprintf(stderr, "fuzz: no files in %s\n", argv[1]);
        return 2;
    }
    const unsigned long seed = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
    std::mt19937_64 random(seed);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::strtod(argv[2], nullptr));
    unsigned long files = 0;
    for (; std::chrono::steady_clock::now() < end; ++files) {
        const std::string& first = corpus[files % corpus.size()];
        const std::string text = files < corpus.size() ? first : mutated(first, corpus[random() % corpus.size()], random);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
    std::printf("fuzz: %lu files from %zu, seed %lu: no crash, no hang, no line lost\n", files, corpus.size(), seed);
}

#endif
