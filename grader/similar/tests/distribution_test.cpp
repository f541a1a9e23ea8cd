#include "similar/distribution.hpp"

#include <doctest/doctest.h>

namespace distribution_test {

using namespace halo::grader::similar;

namespace {

/// n files that share 20 … 40 % with one another.
Similarities ordinary(std::size_t n)
{
    Similarities all(n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b) all.set(a, b, 20 + static_cast<double>((7 * a + 13 * b) % 21));
    return all;
}

}  // namespace

TEST_CASE("the middle and the width of a class are those of most, whatever a few copies do")
{
    CHECK(usual({10, 20, 30}).median == 20);
    CHECK(usual({10, 20, 30, 40}).median == 25);
    CHECK(usual({10, 20, 30}).spread == doctest::Approx(14.826));
    CHECK(usual({0, 10, 20, 30, 100}).median == 20);
    CHECK(usual({0, 10, 20, 30, 100}).spread == doctest::Approx(14.826));
}

TEST_CASE("where all differ equally, a small difference is not unusual")
{
    CHECK(usual({20, 20, 20, 20}).spread == 6);
    CHECK(usual({}).median == 0);
}

TEST_CASE("a copy is unusual, an ordinary pair is not")
{
    Similarities all = ordinary(12);
    all.set(3, 8, 95);
    all.measure();
    CHECK(*all.unusual(3, 8) > 5);
    CHECK(*all.unusual(8, 3) == *all.unusual(3, 8));
    CHECK(*all.unusual(2, 7) < 2.5);
}

TEST_CASE("a file that resembles everybody's makes no pair unusual")
{
    Similarities all = ordinary(12);
    for (std::size_t b = 0; b < 12; ++b)
        if (b != 3) all.set(3, b, 80 + static_cast<double>(b % 5));
    all.measure();
    CHECK(*all.unusual(3, 8) < 1);
}

TEST_CASE("files from elsewhere do not move what is usual, and can be unusual")
{
    Similarities all = ordinary(12);
    for (std::size_t old : {9, 10, 11}) {
        all.leave_out(old);
        for (std::size_t b = 0; b < 12; ++b)
            if (b != old) all.set(old, b, 1);
    }
    all.set(2, 10, 90);
    all.measure();
    CHECK(all.of_class()->median > 20);
    CHECK(*all.unusual(2, 10) > 6);
}

TEST_CASE("a few files say nothing about what is usual")
{
    Similarities few = ordinary(6);
    few.measure();
    CHECK(!few.of_class());
    CHECK(!few.unusual(0, 1));
    Similarities enough = ordinary(7);
    enough.measure();
    CHECK(enough.of_class());
}

}  // namespace distribution_test
