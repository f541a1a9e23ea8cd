// Regular expressions.

#include <stdexcept>

#include <doctest/doctest.h>

#include "student/pattern.hpp"

using halo::student::Pattern;

TEST_CASE("a pattern is found anywhere, and its first group is what that matched")
{
    const Pattern missing(R"('(\w+)' (was not declared|is undefined))");
    CHECK(missing.first_group("error: 'd_out' was not declared in this scope") == "d_out");
    CHECK(missing.in("'x' is undefined"));
    CHECK(!missing.in("'x' is undefine"));
    CHECK(!missing.first_group("'d out' is undefined"));
}

TEST_CASE("a group that took no part, or that a pattern does not have, is empty")
{
    CHECK(Pattern("expected (a )?;").first_group("expected ;") == "");
    CHECK(Pattern("expected").first_group("it is expected") == "");
    CHECK(!Pattern("expected").first_group("it is not"));
}

TEST_CASE("words end where \\b says, and blanks are \\s")
{
    const Pattern loop(R"(\bfor\s*\(.*\)\s*;)");
    CHECK(loop.in("    for (int d = 0; d < n; ++d) ;"));
    CHECK(!loop.in("    before (x) ;"));
    CHECK(!loop.in("    for (int d = 0; d < n; ++d) {"));
}

TEST_CASE("an expression that is none is named, with what is wrong")
{
    CHECK_THROWS_WITH_AS(Pattern("(a"), "the regular expression (a: Unmatched ( or \\(", std::invalid_argument);
}
