// The standard of C++ that a program is compiled in: the one that is asked for, or nvcc's default.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cucc_folder.hpp"

namespace {

using namespace cucc_test;

const std::string kKernel = "__global__ void k(int* out) { for (int i = 0; i < 3; ++i) out[threadIdx.x] += i; __syncwarp(); }\n";

const std::string kOwnLerp = "__host__ __device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }\n";       // as in many programs
const std::string kIn17 = "#include <iterator>\n#include <utility>\n"
                          "int sum(std::pair<int, int> p) { auto [a, b] = p; if constexpr (sizeof(int) == 4) return a + b; return 0; }\n"
                          "int later() { int list[3] = {}; return int(std::size(list)); }\n";
const std::string kIn20 = "template <class T> concept Small = sizeof(T) < 4;\n"
                          "float third() { return std::lerp(0.0f, 3.0f, 1.0f / 3); }\n";

bool builds(const std::string& source, const std::vector<std::string>& flags)
{
    Folder folder;
    folder.write("p.cu", source + kKernel + "int main() { return 0; }\n");
    std::vector<std::string> words = flags;
    words.insert(words.end(), {"-Wall", "-Wextra", folder.in("p.cu"), "-c", "-o", folder.in("p.o")});
    return folder.build(words) == 0 && folder.text.empty();
}

}  // namespace

TEST_CASE("a program is compiled in the standard that is asked for; the default is C++17, as nvcc's")
{
    const auto value = [](const std::string& number) { return "static_assert(__cplusplus == " + number + ", \"\");\n"; };
    CHECK(builds(value("201703L"), {}));
    CHECK(builds(value("201402L"), {"-std=c++14"}));
    CHECK(builds(value("201703L"), {"--std=c++17"}));
    CHECK(builds(value("202002L"), {"-std", "c++20"}));
    CHECK(builds(value("201402L"), {"-std=c++11"}));      // the engine's headers need that much
    CHECK(!builds(value("202002L"), {"-std=c++17"}));
}

TEST_CASE("a name that C++20 took into the library is the program's own before")
{
    CHECK(builds(kOwnLerp, {}));
    CHECK(builds(kOwnLerp, {"-std=c++14"}));
    CHECK(!builds(kOwnLerp, {"-std=c++20"}));
}

TEST_CASE("what a standard lacks is refused")
{
    CHECK(builds(kIn17, {}));
    CHECK(builds(kIn17, {"-std=c++20"}));
    CHECK(!builds(kIn17, {"-std=c++14"}));
    CHECK(builds(kIn20, {"-std=c++20"}));
    CHECK(!builds(kIn20, {}));
}

TEST_CASE("in every standard, a constexpr device function may have a loop, and is a constant")
{
    const std::string source = "__host__ __device__ constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }\n"
                               "static_assert(sum(4) == 6, \"\");\n";
    for (const char* standard : {"-std=c++14", "-std=c++17", "-std=c++20"}) {
        CAPTURE(standard);
        CHECK(builds(source, {standard}));
    }
}
