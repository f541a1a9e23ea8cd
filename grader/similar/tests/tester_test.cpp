#include "similar/tester.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "machine/errors.hpp"
#include "similar/tests/fake_tester.hpp"

namespace tester_test {

using namespace halo::grader;
using namespace halo::grader::similar;
using similar::test::FakeTester;

namespace {

const std::vector<Words> kFour = {{"n", "="}, {"if", "n"}, {"for", "n"}, {"n", "+"}};

std::string fault(const std::string& printed)
{
    try {
        runs_in(printed, 3);
    } catch (const GraderFault& error) {
        return error.message.headline + " | " + error.message.where;
    }
    return "";
}

}  // namespace

TEST_CASE("what the tester prints is read: files and lines count from 1, ours from 0, and ends lie beyond")
{
    const auto runs = runs_in("Total input: 3 files (2 new, 1 old), 1663 tokens\n\n1: line 19-94                          |2: line 20-95                     [647]\n\n"
                              "2: line 5-5  |3: line 1-1  [1]\n", 3);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0] == Run{0, 18, 94, 1, 19, 95});
    CHECK(runs[1] == Run{1, 4, 5, 2, 0, 1});
    CHECK(runs_in("", 3).empty());
}

TEST_CASE("any other form is a fault, and shows the line without its control characters")
{
    const std::string good = "1: line 19-94 |2: line 20-95 [647]";
    REQUIRE(fault(good).empty());
    for (const std::string wrong : {"1: line 19-94 |2: line 20-95 [647] ", "1: line 19-94 |2: line 20-95 [64", "1: line 19 |2: line 20-95 [647]", "1: line 94-19 |2: line 20-95 [647]",
                                     "1: line 0-94 |2: line 20-95 [647]", "0: line 19-94 |2: line 20-95 [647]", "1: line 19-94 |4: line 20-95 [647]", "1: line -19-94 |2: line 20-95 [647]",
                                     "a: line 19-94 |2: line 20-95 [647]", "1: line 19-94 2: line 20-95 [647]", "1: line 99999999999999999999-94 |2: line 20-95 [647]", "anything",
                                     "1: line 19-94 |2: line 20-95 [647]\r"}) {
        CAPTURE(wrong);
        CHECK(!fault(wrong).empty());
    }
    CHECK(fault("\x1b[31mred") == "the similarity tester prints what this grader cannot read | its line: \\x1B[31mred");
}

TEST_CASE("without the tester: what to install")
{
    Tester tester;
    tester.program = "/usr/bin/no-such-tester";
    CHECK_THROWS_WITH_AS(compare(tester, kFour, {}, Compare::fresh_with_all, 10),
                         "grader: similar needs the similarity tester, which is not installed\n  where: looked for /usr/bin/no-such-tester\n"
                         "  try:   tools/setup similar, or apt install similarity-tester",
                         UsageError);
}

TEST_CASE("it gets files of one word a line under names that we make, and nothing else")
{
    const FakeTester fake("read name; read other; [ \"$*\" = '-n -e -s -T -r 10 -i' ] && [ \"$(cat $name)\" = \"$(printf 'n\\n=')\" ] && [ $other = 2 ] && "
                    "echo '1: line 1-1 |4: line 1-1 [1]'");
    const Compared found = compare(fake.tester, kFour, {}, Compare::fresh_with_all, 10);
    REQUIRE(found.runs.size() == 1);
    CHECK(found.runs[0] == Run{0, 0, 1, 3, 0, 1});
    CHECK(found.unreadable.empty());
}

TEST_CASE("a run goes on as far as the words are the same, and no further than the files")
{
    const FakeTester fake("echo '1: line 2-2 |2: line 2-99 [1]'");
    const std::vector<Words> two = {{"if", "n", "=", "n"}, {"if", "n", "=", "+"}};
    const Compared found = compare(fake.tester, two, {}, Compare::fresh_with_all, 10);
    REQUIRE(found.runs.size() == 1);
    CHECK(found.runs[0].first_begin == 0);
    CHECK(found.runs[0].second_begin == 0);
    CHECK(found.runs[0].second_end <= 4);
}

TEST_CASE("a file at which the tester crashes is named, and the others are compared")
{
    const FakeTester fake("while read name; do if grep -q for $name; then echo 'oh\033no' >&2; kill -SEGV $$; fi; done\necho '1: line 1-1 |2: line 1-1 [1]'");
    const Compared found = compare(fake.tester, kFour, {}, Compare::fresh_with_all, 10);
    CHECK(found.unreadable == std::vector<std::size_t>{2});
    CHECK(found.runs.size() == 1);
    CHECK(found.why.headline == "the similarity tester failed: killed by SIGSEGV (Segmentation fault)");
    CHECK(found.why.where == "it printed: oh\\x1Bno");
}

TEST_CASE("a tester that always fails is a fault; where it fails only with all files together, one of them is named")
{
    CHECK_THROWS_AS(compare(FakeTester("exit 3").tester, kFour, {}, Compare::fresh_with_all, 10), GraderFault);
    const FakeTester together("[ $(wc -l) -lt 4 ]");
    CHECK(compare(together.tester, kFour, {}, Compare::fresh_with_all, 10).unreadable.size() == 1);
}

TEST_CASE("nothing to compare with needs no tester's answer")
{
    const FakeTester fake("exit 3");
    CHECK(compare(fake.tester, {kFour[0]}, {}, Compare::fresh_with_all, 10).runs.empty());
    CHECK(compare(fake.tester, {}, kFour, Compare::fresh_with_all, 10).runs.empty());
}

}  // namespace tester_test
