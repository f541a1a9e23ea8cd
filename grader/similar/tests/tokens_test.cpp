#include "similar/tokens.hpp"

#include <doctest/doctest.h>

namespace tokens_test {

using namespace halo::grader::similar;

namespace {

std::string words(std::string_view source)
{
    std::string all;
    for (const Token& token : tokens_of(source)) all += (all.empty() ? "" : " ") + std::string(token.word);
    return all;
}

}  // namespace

TEST_CASE("names, types, numbers, comments, layout, braces and qualifiers do not matter")
{
    const std::string one = "float sum = 0.0f;\nfor (int d = -radius; d <= radius; ++d) { sum += in[i + d]; }  // all\n";
    CHECK(words(one) == "n n = n for ( n n = - n n < = n + + n ) n + = n [ n + n ]");
    CHECK(words("double  acc=1e-5;/* x */for(unsigned long long k=-r;\n\n k<=r;++k)acc+=src[j+k];") == words(one));
    CHECK(words("static const float* __restrict__ p") == words("float *q"));
}

TEST_CASE("another statement or operator is another program")
{
    CHECK(words("a = b + c;") != words("a = b - c;"));
    CHECK(words("while (a)") != words("if (a)"));
    CHECK(words("a[b]") != words("a(b)"));
}

TEST_CASE("includes and pragmas are left out, definitions are not")
{
    CHECK(words("#include \"x.hpp\"\n  # include <y>\n#pragma unroll\nint i;") == "n n");
    CHECK(words("#define N 4\n") == "# n n n");
    CHECK(words("a # include") == "n # n");
    CHECK(words("#pragma unroll \\\n more\ni") == "n");
}

TEST_CASE("a text is one word, whatever is in it")
{
    CHECK(words("f(\"a // b\", 'c', \"\\\"\")") == "n ( \"s\" , \"s\" , \"s\" )");
    CHECK(words("R\"x(a \" ) )x\" + 1") == "\"s\" + n");
    CHECK(words("1'000'000 0x1p-3 .5f 1e+9") == "n n - n n n");
    CHECK(words("\"not closed\nint i") == "\"s\" n n");
}

TEST_CASE("a token knows its bytes, and whether its writer chose it")
{
    const std::string source = "unsigned int  n = 3;";
    const auto tokens = tokens_of(source);
    REQUIRE(tokens.size() == 4);
    CHECK(source.substr(tokens[0].begin, tokens[0].end - tokens[0].begin) == "unsigned int");
    CHECK(!tokens[0].is_name);
    CHECK(tokens[1].is_name);
    CHECK(source.substr(tokens[1].begin, tokens[1].end - tokens[1].begin) == "n");
    CHECK(!tokens[3].is_name);
}

TEST_CASE("whatever the bytes, tokens lie within the file and one after the other, and their words are ours")
{
    std::string all;
    for (int first = 0; first < 256; ++first)
        for (const char* then : {"", "\"", "'", "/*", "//", "R\"(", "R\"", "\\", "#", "#include", "0x'", "1e+", "e\n", "\\\n"}) {
            const std::string source = std::string(1, static_cast<char>(first)) + then;
            all += source;
            std::size_t end = 0;
            for (const Token& token : tokens_of(source)) {
                CAPTURE(source);
                CHECK(token.begin >= end);
                CHECK(token.end > token.begin);
                CHECK(token.end <= source.size());
                for (const char c : token.word) CHECK((c > ' ' && c < 127));
                CHECK(token.word != kGap);
                end = token.end;
            }
        }
    CHECK(!tokens_of(all).empty());
    CHECK(words("goto done;") == "n n");
    CHECK(tokens_of(std::string(1 << 20, '{')).empty());
    CHECK(tokens_of(std::string(1 << 20, 'a')).size() == 1);
    CHECK(tokens_of(std::string(1 << 20, '(')).size() == 1 << 20);
}

}  // namespace tokens_test
