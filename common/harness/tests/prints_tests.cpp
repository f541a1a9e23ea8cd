// What a student's code prints: sorted by calls, and never more than a screen of it.

#include <doctest/doctest.h>

#include <string>

#include "harness/student/prints.hpp"

using namespace halo::lab;

namespace {

const std::string kMark(1, Prints::kMark);

std::string numbered(int lines)
{
    std::string text;
    for (int i = 0; i < lines; ++i) text += "line " + std::to_string(i) + "\n";
    return text;
}

std::vector<Printed> by_call(const std::string& bytes)
{
    Prints prints;
    for (const char c : bytes) prints.add({&c, 1});          // however they arrive
    return prints.by_call();
}

}  // namespace

TEST_CASE("each call has its own lines, also the last one without a newline")
{
    const auto calls = by_call(kMark + "a\nb" + kMark + kMark + kMark + kMark + "c\n" + kMark);
    REQUIRE(calls.size() == 3);
    CHECK(calls[0].head == std::vector<std::string>{"a", "b"});
    CHECK(calls[1].lines == 0);
    CHECK(calls[2].head == std::vector<std::string>{"c"});
    CHECK(by_call("").empty());
}

TEST_CASE("twenty lines are shown whole, of more the rest is counted")
{
    for (const int lines : {1, 20}) {
        const std::string text = prints_text({{"f, 5 elements", by_call(kMark + numbered(lines))[0]}});
        CHECK(text.starts_with("f, 5 elements:\n  line 0\n"));
        CHECK(text.ends_with("  line " + std::to_string(lines - 1) + "\n"));
    }
    CHECK(prints_text({{"f", by_call(kMark + numbered(21))[0]}}).ends_with("  line 19\n  ... 1 more line\n"));
    const auto many = by_call(kMark + numbered(100000) + std::string(10000, 'x') + "\n");
    CHECK(many[0].head.size() == kMostPrinted);
    CHECK(prints_text({{"f", many[0]}}).ends_with("  line 19\n  ... 99981 more lines\n"));
    CHECK(by_call(kMark + std::string(10000, 'x'))[0].head[0].size() == kWidestPrinted);
}

TEST_CASE("calls that print the same, one after another, are shown once and counted")
{
    const Printed one{{"free(): invalid pointer"}, 1}, other{{"free(): invalid size"}, 1}, longer{{"free(): invalid pointer"}, 2};
    CHECK(prints_text({{"f", one}, {"g", one}, {"h", one}, {"i", other}}) == "f:\n  free(): invalid pointer\n  ... and so do 2 more calls\ni:\n  free(): invalid size\n");
    CHECK(prints_text({{"f", one}, {"g", one}}) == "f:\n  free(): invalid pointer\n  ... and so does 1 more call\n");
    CHECK(prints_text({{"f", one}, {"g", longer}}).find("more call") == std::string::npos);
}

TEST_CASE("all calls together have twenty lines; silent ones are not named, and those beyond are counted")
{
    const Printed three{{"a", "b", "c"}, 3}, silent{}, full = by_call(kMark + numbered(18))[0];
    CHECK(prints_text({{"f", silent}}).empty());
    CHECK(prints_text({{"f", silent}, {"g", three}}) == "g:\n  a\n  b\n  c\n");
    CHECK(prints_text({{"f", full}, {"g", three}, {"h", silent}, {"i", three}, {"j", three}}).ends_with(
        "  line 17\ng:\n  a\n  b\n  ... 1 more line\n2 other calls printed 6 lines.\n"));
}
