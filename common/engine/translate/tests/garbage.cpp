#include <cstdint>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "translated.hpp"

namespace {

/// A file with an example of every construct.
std::string seed()
{
    std::ifstream file(HALO_CORPUS "/everything.cu");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t next(std::uint64_t& state)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/// Processor time, so that other load on the machine does not count.
double seconds_for(const std::string& source)
{
    const std::clock_t start = std::clock();
    halo::engine::translate(source, "k.cu");
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("truncated, duplicated and corrupted files are translated or refused, and keep their lines")
{
    constexpr std::string_view pieces[] = {"<<<", ">>>", "(", ")", "{", "}", "[", "]", ";", "\"", "'", "/*", "*/", "//", "\\\n",
                                           "#", "\n#define ", "\n#if 0\n", "\n#else\n", "\n#endif\n", "R\"(", "__shared__ ",
                                           "extern ", "__device__ ", "__global__ ", "template <", ">", "operator", "::",
                                           "cudaMalloc(", ",", "return;", "\n", "<", "=", "##"};
    std::uint64_t state = 88172645463325252u;
    const std::string everything = seed();
    REQUIRE(everything.size() > 500);
    for (int round = 0; round < 4000; ++round) {
        std::string source = everything;
        for (std::uint64_t changes = 1 + next(state) % 6; changes > 0; --changes) {
            const std::size_t at = next(state) % (source.size() + 1);
            const std::size_t length = next(state) % 40;
            switch (next(state) % 4) {
            case 0: source.erase(at, length); break;
            case 1: source.insert(at, pieces[next(state) % std::size(pieces)]); break;
            case 2: source.insert(at, source.substr(next(state) % source.size(), length)); break;
            default: source.resize(std::max<std::size_t>(at, 1)); break;
            }
            if (source.empty()) source = ";";
        }
        CAPTURE(round);
        const halo::engine::Translation result = halo::engine::translate(source, "k.cu");
        if (result.refusal) {
            CHECK(result.refusal->line >= 1);
            CHECK(result.refusal->line <= 1 + std::count(source.begin(), source.end(), '\n'));
            CHECK(!result.refusal->what.empty());
        } else {
            // An argument of a launch may get a line of its own, which #line gives the number that it has in the file.
            std::ptrdiff_t given = 0;
            for (std::size_t at = 0; (at = result.text.find("\n#line ", at)) != std::string::npos; ++at) ++given;
            CHECK(std::count(result.text.begin(), result.text.end(), '\n') ==
                  1 + std::count(source.begin(), source.end(), '\n') + 2 * given);
        }
    }
}

TEST_CASE("random bytes do no harm")
{
    std::uint64_t state = 2463534242u;
    for (int round = 0; round < 300; ++round) {
        std::string source(next(state) % 3000, '\0');
        for (char& c : source) c = char(next(state) >> 20);
        const halo::engine::Translation result = halo::engine::translate(source, "k.cu");
        CHECK((result.refusal.has_value() || !result.text.empty()));
    }
}

TEST_CASE("time grows with the length of a file, not with its square")
{
    for (const std::string_view piece :
         {"k<<<", "a<b<", "(", "{", "a>::", "__device__ ", "__device__ a<", "__device__ operator ", "__shared__ ",
          "extern __shared__ a ", "\n#if a\n(", "\n#define a (\n", "R\"(", "\"", "'", "/*", "cudaMalloc(", "x[", "::a",
          "__global__ f(){", "extern __shared__ int a[];", "namespace{", "k<<<1>>>(", "a.a", "texture<", "))", "template<a>::",
          "__global__ f(){do ", "__global__ f(){do{", "__global__ f(){for(;", "__global__ f(){while(a)", "__global__ f(){for(;;)", "__global__ f(){goto a;a:",
          "__global__ f(){[]+", "__global__ f(){struct a ", "k<<<1,2>>>(a<b,"}) {
        CAPTURE(piece);
        std::string quarter;
        while (quarter.size() < 100'000) quarter += piece;
        // Linear time would be 4 times as long, quadratic time 16 times. What takes no time at all is not compared.
        CHECK(seconds_for(quarter + quarter + quarter + quarter) < 8 * seconds_for(quarter) + 0.2);
    }
}
