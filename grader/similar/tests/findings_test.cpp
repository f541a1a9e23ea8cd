#include "similar/findings.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "machine/sha256.hpp"
#include "similar/tests/fake_tester.hpp"

namespace findings_test {

using namespace halo::grader;
using namespace halo::grader::similar;
using similar::test::FakeTester;
using similar::test::prints;

namespace {

/// `n` tokens that no tester would call the same as anything.
std::string code(std::size_t n, const std::string& name = "a")
{
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += i % 2 == 0 ? name + fmt::format("{} ", i) : "+ ";
    return text;
}

Work work(const std::string& who, const std::string& bytes, From from = From::this_class) { return {who, bytes, sha256(bytes), from}; }

LabWorks lab(std::vector<Work> works) { return {"05_lab", "A lab", "", std::move(works), {"absent"}}; }

}  // namespace

TEST_CASE("percentages are directed, and count what is not handed out")
{
    // Of the first file's 100 tokens 20 are handed out; 40 of the other 80 are in the second, which has 50.
    const FakeTester fake(prints("1: line 1-20 |3: line 1-20 [20]", "1: line 2-41 |2: line 1-40 [40]"));
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(100)), work("ben", code(50, "b"))}), 0);
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.code[0].own == 80);
    CHECK(found.code[1].own == 50);
    CHECK(found.pairs[0].first_percent == doctest::Approx(62.5));       // the words go on being the same: 50 of 80
    CHECK(found.pairs[0].second_percent == 100);
    CHECK(found.compared == 2);
    CHECK(!found.usual);
    CHECK(!found.pairs[0].hint);
}

TEST_CASE("files of elsewhere do not make a class large enough to say what is usual")
{
    const FakeTester fake(prints("", ""));
    std::vector<Work> works;
    for (int i = 0; i < 9; ++i) works.push_back(work(fmt::format("s{}", i), code(50, fmt::format("v{}_", i)), i < 6 ? From::this_class : From::elsewhere));
    CHECK(!find_similar(fake.tester, lab(works), 0).usual);
    works[6].from = From::this_class;
    CHECK(find_similar(fake.tester, lab(works), 0).usual);
}

TEST_CASE("a pair is listed if one of its percentages is enough")
{
    const FakeTester fake(prints("", "1: line 1-50 |2: line 1-50 [50]"));
    const auto listed = [&](double least) { return find_similar(fake.tester, lab({work("ada", code(100) + "if"), work("ben", code(50, "b"))}), least).pairs.size(); };
    CHECK(listed(100) == 1);
    CHECK(listed(100.1) == 0);
}

TEST_CASE("a hint comes before a longer match that is none; names that the skeleton has were not chosen")
{
    const FakeTester fake(prints("", "1: line 1-50 |2: line 1-50 [50]\n3: line 1-60 |4: line 1-60 [60]"));
    LabWorks works = lab({work("ada", code(50)), work("ben", "// mine\n" + code(50)), work("chloe", code(60, "c")), work("dana", code(60, "d"))});
    works.skeleton = "a0 c2";
    const LabFindings found = find_similar(fake.tester, works, 0);
    REQUIRE(found.pairs.size() == 2);
    CHECK(found.pairs[0].hint);
    CHECK(found.pairs[0].first == 0);
    CHECK(found.pairs[0].names == 24);
    CHECK(found.pairs[1].own == 60);
    CHECK(found.pairs[1].names == 29);
}

TEST_CASE("what two runs share counts once")
{
    const FakeTester fake(prints("", "1: line 1-60 |2: line 1-60 [60]\n1: line 41-100 |2: line 1-60 [60]"));
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(100)), work("ben", code(60, "b") + "; if " + code(39, "b"))}), 0);
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.pairs[0].first_percent == 100);
    CHECK(found.pairs[0].second_percent == 60);
    CHECK(found.pairs[0].matches.size() == 2);
}

TEST_CASE("a match of few own tokens is none, however much handed-out code is in it")
{
    const FakeTester fake(prints("1: line 11-60 |3: line 1-50 [50]\n2: line 11-60 |3: line 1-50 [50]", "1: line 1-11 |2: line 1-11 [11]"));
    std::string a = code(60), b = code(60, "b");
    a += "if " + code(40), b += "while " + code(40);
    const LabFindings found = find_similar(fake.tester, lab({work("ada", a), work("ben", b)}), 0);
    CHECK(found.code[0].own == 51);
    CHECK(found.code[0].words.size() == 52);      // one gap
    CHECK(found.pairs.empty());
}

TEST_CASE("identical, untouched and too short files are listed and not compared")
{
    const FakeTester fake(prints("1: line 1-50 |6: line 1-50 [50]", ""));
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(50)), work("ben", code(39)), work("chloe", code(40)), work("dana", code(40)), work("2025/elif", code(40), From::elsewhere)}), 0);
    CHECK(found.untouched == std::vector<std::size_t>{0});
    CHECK(found.too_short == std::vector<std::size_t>{1});
    REQUIRE(found.identical.size() == 1);
    CHECK(found.identical[0].works == std::vector<std::size_t>{2, 3, 4});
    CHECK(found.compared == 1);
}

TEST_CASE("two untouched files are not similar, and not identical")
{
    const FakeTester fake(prints("1: line 1-50 |3: line 1-50 [50]\n2: line 1-50 |3: line 1-50 [50]", ""));
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(50)), work("ben", code(50))}), 0);
    CHECK(found.untouched.size() == 2);
    CHECK(found.identical.empty());
    CHECK(found.pairs.empty());
}

TEST_CASE("a file at which the tester fails is listed, and said why")
{
    const FakeTester fake("while read name; do case \"$*\" in *-S*) ;; *) if grep -q if $name; then exit 9; fi ;; esac; done");
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(50)), work("ben", "if " + code(50)), work("chloe", code(60))}), 0);
    CHECK(found.unreadable == std::vector<std::size_t>{1});
    CHECK(found.why.headline == "the similarity tester failed: exit code 9");
    CHECK(found.compared == 2);
}

TEST_CASE("of files with which the tester can't finish only beside others the longest is named, wherever it is, and the others are compared")
{
    const FakeTester fake("n=0; long=; while read name; do n=$((n+1)); case \"$*\" in *-S*) ;; *) if grep -q if $name; then long=yes; fi ;; esac; done\n"
                          "[ -z \"$long\" ] || [ $n -lt 2 ] || exit 9");
    const LabFindings found = find_similar(fake.tester, lab({work("ada", "if " + code(80)), work("ben", code(50)), work("chloe", code(60))}), 0);
    CHECK(found.unreadable == std::vector<std::size_t>{0});
    CHECK(found.compared == 2);
}

TEST_CASE("the same code under other comments is said to be the same; one other name is enough to be not")
{
    const FakeTester fake(prints("", "1: line 1-50 |2: line 1-50 [50]\n1: line 1-50 |3: line 1-50 [50]\n2: line 1-50 |3: line 1-50 [50]"));
    const LabFindings found = find_similar(fake.tester, lab({work("ada", code(50)), work("ben", "// mine\n" + code(50)), work("chloe", code(48) + "a0 +")}), 0);
    REQUIRE(found.pairs.size() == 3);
    CHECK(found.pairs[0].same_code);
    CHECK(found.pairs[0].hint);
    CHECK(found.pairs[0].names == 25);
    CHECK(found.pairs[0].same_names == 25);
    CHECK(!found.pairs[1].same_code);
    CHECK(found.pairs[1].same_names == 24);
}

TEST_CASE("in a class, a pair is a hint if it is unusual; pairs below --least are left out, and measure all the same")
{
    std::string pairs;
    std::vector<Work> works;
    for (int a = 1; a <= 9; ++a) {
        works.push_back(work(fmt::format("s{}", a), code(100, fmt::format("v{}_", a)) + fmt::format("if {}", std::string(static_cast<std::size_t>(a), '['))));
        for (int b = a + 1; b <= 9; ++b) {
            const int end = a == 3 && b == 7 ? 101 : a == 4 && b == 8 ? 55 : a == 2 && b == 5 ? 43 : 20 + (a * b) % 9;
            // Shifted by two, the words differ at the end of the run, so that it is as long as printed.
            pairs += fmt::format("{}: line 1-{} |{}: line {}-101 [{}]\n", a, end, b, 102 - end, end);
        }
    }
    const FakeTester fake(prints("", pairs));
    const LabFindings found = find_similar(fake.tester, lab(works), 40);
    REQUIRE(found.usual);
    CHECK(found.usual->median < 30);
    REQUIRE(found.pairs.size() == 3);
    const auto is = [&](const Pair& pair, const char* first, const char* second, double above, double below, bool hint) {
        CHECK(works[pair.first].who == first);
        CHECK(works[pair.second].who == second);
        CHECK(*pair.unusual > above);
        CHECK(*pair.unusual < below);
        CHECK(pair.hint == hint);
    };
    is(found.pairs[0], "s3", "s7", 8, 20, true);
    is(found.pairs[1], "s4", "s8", 4, 6, true);
    is(found.pairs[2], "s2", "s5", 2.5, 4, false);
}

}  // namespace findings_test
