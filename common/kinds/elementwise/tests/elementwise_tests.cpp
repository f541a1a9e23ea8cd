// Wrong arrays, what must be reported about each, and near misses.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "findings/explain.hpp"
#include "kinds/elementwise/kind.hpp"
#include "kinds/elementwise/words.hpp"
#include "kinds/judged.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// A second call of a function, right until a test spoils its output.
struct Specimen {
    Judged kind;
    Inputs before, inputs;
    Expected expected_before, expected;
    std::vector<float> got;
    float amount;
    Counters counters;

    Specimen(Judged of, int n, float amount, std::uint64_t threads = 0)
        : kind(of), before(kind->make_inputs(ArraySize{.width = n}, 1)), inputs(kind->make_inputs(ArraySize{.width = n}, 2)),
          expected_before(kind->solve(before)), expected(kind->solve(inputs)), got(expected.want), amount(amount)
    {
        counters.threads = threads;
    }
    int size() const { return int(got.size()); }
    float in(int i) const { return inputs.arrays.at(0).at(std::size_t(i)); }

    Specimen& each(const std::function<float(int i)>& value)
    {
        for (int i = 0; i < size(); ++i) got[std::size_t(i)] = value(i);
        return *this;
    }
    /// Made from another element, whose index is given.
    Specimen& from(const std::function<int(int i)>& source)
    {
        return each([&](int i) { return in(source(i)) + amount; });
    }
    Specimen& left_out(const std::function<bool(int i)>& which)
    {
        for (int i = 0; i < size(); ++i)
            if (which(i)) got[std::size_t(i)] = unwritten();
        return *this;
    }

    /// `mistake: what was seen`
    std::string said(bool first_call = true, bool right_before = true) const
    {
        const Earlier earlier{before, expected_before, right_before};
        const auto found = kind->diagnose({inputs, expected, got, first_call ? nullptr : &earlier, counters.threads > 0 ? std::optional(counters) : std::nullopt});
        if (!found) return "nothing";
        const std::string seen = explain(*found, kind->words()).seen;
        return std::string(name(found->mistake)) + (seen.empty() ? "" : ": " + seen);
    }
};

Specimen adding(int n = 40, std::uint64_t threads = 0) { return {AddToEach{.amount = 10}, n, 10, threads}; }
Specimen reversing(int n = 24) { return {ReverseBlocks{.block = 8}, n, 0}; }

}  // namespace

TEST_CASE("no two elements are equal, all are hundreds that a float holds with the amount, and a new seed moves them all")
{
    for (const int n : {1, 2, 65, 100000}) {
        const std::vector<float> a = AddToEach{}.make_inputs({.width = n}, 1).arrays.at(0), b = AddToEach{}.make_inputs({.width = n}, 2).arrays.at(0);
        REQUIRE(a.size() == std::size_t(n));
        CHECK(std::set<float>(a.begin(), a.end()).size() == a.size());
        CHECK(std::ranges::all_of(a, [](float v) { return v >= 100 && std::fmod(v, 100.0f) == 0 && (v + 10) - v == 10; }));
        CHECK(a != b);
    }
    CHECK(AddToEach{}.make_inputs({.width = 300000}, 1).arrays.at(0).size() == 300000);
}

TEST_CASE("the reference by hand: 10 more; the end of each block first")
{
    CHECK(AddToEach{.amount = 10}.solve({ArraySize{.width = 3}, {{100, 300, 200}}}).want == std::vector<float>{110, 310, 210});
    CHECK(HostAddToEach{.amount = 10}.solve({ArraySize{.width = 1}, {{700}}}).want == std::vector<float>{710});
    CHECK(ReverseBlocks{.block = 2}.solve({ArraySize{.width = 4}, {{1, 2, 3, 4}}}).want == std::vector<float>{2, 1, 4, 3});
}

TEST_CASE("a right output has no mistake, and one of another size is not looked at")
{
    CHECK(adding().said() == "nothing");
    Specimen s = adding();
    s.got.pop_back();
    CHECK(s.said() == "nothing");
}

TEST_CASE("an output that was never written, made from itself or kept from the call before is named as a whole")
{
    const auto none = [](int) { return true; };
    CHECK(adding().left_out(none).said() == "untouched: every element still holds the NaN that it started with");
    CHECK(adding().left_out(none).said(false).starts_with("untouched_again"));
    CHECK(adding().left_out(none).said(false, false).starts_with("untouched:"));
    const float computed = std::numeric_limits<float>::quiet_NaN();
    CHECK(adding().each([&](int) { return computed; }).said()
          == "made_from_output: all 40 are NaN, not a number: out held NaN before the call, and NaN plus anything is NaN");
    Specimen kept = adding();
    kept.got = kept.expected_before.want;
    CHECK(kept.said(false) == "stale_result: this is the result of the call before");
}

TEST_CASE("what is made of the right element is named: nothing, another amount, a product, the index")
{
    Specimen s = adding();
    CHECK(s.each([&](int i) { return s.in(i); }).said() == "nothing_added: the output is a copy of the input");
    CHECK(s.each([&](int i) { return s.in(i) + 1; }).said() == "another_amount: every element is 9 too small");
    CHECK(s.each([&](int i) { return s.in(i)-10; }).said() == "another_amount: every element is 20 too small");
    CHECK(s.each([&](int i) { return s.in(i)*10; }).said() == "multiplied: every element is 10 times its element of the input");
    CHECK(s.each([&](int i) { return s.in(i) + float(i); }).said() == "index_added: every element is that of the input plus its own index");
    CHECK(s.each([&](int i) { return float(i) + 10; }).said() == "index_for_element: out[0] is made from 0, out[1] from 1, and so on");
    CHECK(s.each([&](int) { return 10.0f; }).said() == "one_value: all are 10, whatever in holds");
    Specimen host(HostAddToEach{.amount = 10}, 40, 10);
    CHECK(host.each([&](int i) { return host.in(i); }).said().starts_with("input_brought_back"));
}

TEST_CASE("one wrong value among right ones is not taken for a mistake of all")
{
    Specimen s = adding();
    s.got[7] += 1;
    CHECK(s.said() == "nothing");
    s.got[7] = s.in(3) + 10;
    CHECK(s.said() == "another_element: out[7] is made from in[3], where in[7] is due");
}

TEST_CASE("an element of another place is named by the index that leads there")
{
    const auto said = [](auto source) { return adding().from(source).said(); };
    CHECK(said([](int i) { return (i + 1) % 40; }) == "index_off: nearly every element is made from the one 1 element further right");
    CHECK(said([](int) { return 5; }) == "one_element_for_all: every element is made from in[5]");
    CHECK(said([](int i) { return i % 8; }) == "block_reads_first: this is exactly what you get when each block reads the elements of the first one, with blocks of 8");
    CHECK(said([](int i) { return i / 8; }) == "one_element_a_block: the first 8 are made from in[0], the next 8 from in[1], and so on");
    CHECK(said([](int i) { return 39 - i; }) == "order_reversed: out[0] is made from the last element of in, and so on");
    CHECK(said([](int i) { return i * 7 % 40; }).starts_with("another_element: out[1] is made from in[7], where in[1] is due"));
}

TEST_CASE("what was never written is named by its shape, and by the threads that the launch had")
{
    const auto said = [](int n, std::uint64_t threads, auto which) { return adding(n, threads).left_out(which).said(); };
    CHECK(said(40, 64, [](int i) { return i == 0; }) == "first_left_out: never written: element 0; all others were");
    CHECK(said(40, 64, [](int i) { return i == 39; }) == "last_left_out: out[39] was never written; all others were");
    CHECK(said(40, 32, [](int i) { return i >= 32; }) == "too_few_threads: the launch has 32 threads for 40 elements");
    CHECK(said(33, 32, [](int i) { return i >= 32; }) == "too_few_threads: the launch has 32 threads for 33 elements");
    CHECK(said(40, 64, [](int i) { return i >= 32; })
          == "only_first_written: all 8 were never written: everything from out[32] on, though there are threads for all");
    CHECK(said(40, 0, [](int i) { return i >= 32; }) == "unwritten_some: all 8 were never written");        // a card does not count
    CHECK(said(40, 64, [](int i) { return i > 7 && i < 12; }) == "unwritten_lines: all 4 were never written: elements 8 to 11");
    CHECK(said(40, 64, [](int i) { return i % 8 != 0; }) == "unwritten_in_turns: 7 of every 8 elements were never written, from out[1] on");
    CHECK(said(40, 64, [](int i) { return i % 2 == 1; }) == "unwritten_some: all 20 were never written");
    CHECK(said(40, 64, [](int i) { return i < 3; }) == "first_left_out: never written: elements 0 to 2; all others were");
    CHECK(said(40, 64, [](int i) { return i * i % 7 == 1; }).starts_with("unwritten_some"));
}

TEST_CASE("a block that is not reversed, or not by itself, is named by the order that it has")
{
    const auto said = [](auto source) { return reversing().from(source).said(); };
    CHECK(said([](int i) { return i; }) == "not_reversed: the output is a copy of the input");
    CHECK(said([](int i) { return 23 - i; }) == "reversed_as_a_whole: out[0] is the last element of in, and so on");
    CHECK(said([](int i) { return (2 - i / 8) * 8 + i % 8; }) == "blocks_reversed: each 8 elements have kept their order, in another block's place");
    CHECK(said([](int i) { return 7 - i % 8; }).starts_with("block_reads_first: this is exactly what you get when each block reads"));
    CHECK(said([](int i) { return i / 4 * 4 + 3 - i % 4; }) == "other_parts_reversed: each 4 elements are reversed by themselves, where each 8 should be");
    CHECK(said([](int i) { return i / 8 * 8 + (8 - i % 8) % 8; })
          == "reversed_beside: every element is the one 1 element further right in its block, starting over at the end");
    CHECK(said([](int i) { return i / 8 * 8 + (14 - i % 8) % 8; })
          == "reversed_beside: every element is the one 1 element further left in its block, starting over at the end");
    CHECK(reversing(8).from([](int i) { return i; }).said().starts_with("not_reversed"));
    CHECK(reversing(8).said() == "nothing");
}

TEST_CASE("an access outside is explained by the thread's own element: it has none, another one was meant, or the array is too short")
{
    Finding f;
    f.kind = FindingKind::out_of_bounds, f.space = Space::global, f.access = Access::read, f.outside = Outside::past_end;
    f.kernel = "k", f.array = "d_in", f.index = {100}, f.shape = {100}, f.block_shape = {64, 1, 1};
    const auto advice = [&](int n) {
        const auto found = AddToEach{.amount = 10}.advice(f, {.width = n});
        return found ? explain(*found, kArrayWords) : Explanation{};
    };
    f.block = {1, 0, 0}, f.thread = {36, 0, 0};
    CHECK(advice(100).attempt == "the last index is 99: a thread beyond it has no element, so let it neither read nor store");
    f.thread = {35, 0, 0};
    CHECK(advice(100).seen == "the element with this thread's number has the index 99");
    CHECK(advice(100).attempt == "what else is in the index of d_in?");
    CHECK(advice(400).attempt.find("cudaMalloc") != std::string::npos);
    f.kernel.clear();
    CHECK(!AddToEach{}.advice(f, {.width = 100}));
    f.kind = FindingKind::uninitialised, f.kernel = "k";
    CHECK(!AddToEach{}.advice(f, {.width = 100}));
    CHECK(explain(*HostAddToEach{}.advice(f, {.width = 100}), kHostArrayWords).attempt
          == "which line copies the input to d_in, all its bytes, before the kernel is launched?");
    f.kind = FindingKind::out_of_bounds, f.space = Space::shared;
    CHECK(explain(*ReverseBlocks{.block = 100}.advice(f, {.width = 100}), kArrayWords).attempt
          == "its indices run from 0 to 99: which one does the first thread need, and which one the last?");
}
