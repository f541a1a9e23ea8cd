#include "translated.hpp"

namespace of_results {
namespace {

const std::string before = "__device__ __noinline__ Pair far(int x) { return {x, x}; }\n"
                           "__device__ Pair near(int x) { return {x, x}; }\n"
                           "__device__ Pair again(int x) { return x ? again(x - 1) : near(x); }\n"
                           "__device__ Pair elsewhere(int x);\n"
                           "struct Rule { __device__ virtual Pair pair(int x) const { return {x, x}; } };\n"
                           "#define PAIR(x) far(x)\n";

/// `want`: the statement with RETURNED( where a result is stored from a variable.
void becomes(std::string_view statement, std::string_view want)
{
    CAPTURE(statement);
    std::string text = translated(before + "__global__ void k(Pair* p, int n)\n{\n" + std::string(statement) + "\n}\n");
    text = text.substr(text.find("{\n", text.find("void k(")) + 2);
    text.resize(text.rfind("\n}"));
    for (std::size_t at = 0; (at = text.find("::halo_engine::returned(\n#line ")) != std::string::npos;) {
        const std::size_t line_end = text.find('\n', text.find("#line ", at));
        text.replace(at, text.find_first_not_of(" ", line_end + 1) - at, "RETURNED(");
    }
    CHECK(text == want);
}
void unchanged(std::string_view statement) { becomes(statement, statement); }

}  // namespace

TEST_CASE("the result of a function that stays one is stored from a variable")
{
    becomes("p[n] = far(n);", "p[n] = RETURNED(far(n));");
    becomes("*p = again(n);", "*p = RETURNED(again(n));");
    becomes("p->first = elsewhere(n);", "p->first = RETURNED(elsewhere(n));");
    becomes("if (n) (p + n)[2] = ::a::far<4, (1 > 2)>(n); else *(p + n) = far(1);", "if (n) (p + n)[2] = RETURNED(::a::far<4, (1 > 2)>(n)); else *(p + n) = RETURNED(far(1));");
    becomes("p[n] = n ? far(n) : far(2);", "p[n] = n ? RETURNED(far(n)) : RETURNED(far(2));");
    becomes("p[n] = n ? near(n) : far(2);", "p[n] = n ? near(n) : RETURNED(far(2));");
    becomes("p[n] = far(n), ++n;", "p[n] = RETURNED(far(n)), ++n;");
    becomes("s_pair = far(n);", "s_pair = RETURNED(far(n));");
    becomes("p[n] = rule->pair(n);", "p[n] = RETURNED(rule->pair(n));");
    becomes("p[n] = (*pointer)(n);", "p[n] = RETURNED((*pointer)(n));");
    becomes("p[n] = table[2](n);", "p[n] = RETURNED(table[2](n));");
    becomes("p[n] = of_a_header(n);", "p[n] = RETURNED(of_a_header(n));");
}

TEST_CASE("what is inlined, a declaration and what is not a call stay as they are")
{
    unchanged("p[n] = near(n);");
    unchanged("Pair q = far(n);");
    unchanged("Pair& q = far(n), *r = elsewhere(n);");
    unchanged("q = of_a_header(n);");                 // most likely a variable in a register
    unchanged("p[n].first = far(n).first;");
    unchanged("p[n] = far(n) + far(2);");
    unchanged("p[n] += far(n);");
    unchanged("p[n] = {far(n), 2};");
    unchanged("p[n] = Rule(n);");
    unchanged("p[n] = float(n);");
    unchanged("p[n] = static_cast<int>(n);");
    unchanged("p[n] = make_float4(n, n, n, n);");
    unchanged("p[n] = PAIR(n);");
    unchanged("p[n] = T(n);");
    CHECK(translated("Pair far(int);\nvoid f(Pair* p) { p[0] = far(2); }\n") == "Pair far(int);\nvoid f(Pair* p) { p[0] = far(2); }\n");
}

TEST_CASE("in a function that stays one, g++ may call others, too")
{
    const std::string near = "__device__ Pair near(int x) { return {x, x}; }\n";
    CHECK(translated(near + "__device__ void f(Pair* p) { p[1] = near(1); }").find("returned") == std::string::npos);
    CHECK(translated(near + "__device__ __noinline__ void f(Pair* p) { p[1] = near(1); }").find("p[1] = ::halo_engine::returned(") != std::string::npos);
}

}  // namespace of_results
