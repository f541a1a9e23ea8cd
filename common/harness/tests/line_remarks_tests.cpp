// What a profile says of a line, and what a pass mentions: each pattern, and one that nearly has it.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/student/line_remarks.hpp"
#include "harness/student/pass_remark.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// 1000 requests of one line that all have this pattern.
LineTraffic line_with(Space space, Access access, const std::string& array, const LanePattern& pattern)
{
    constexpr std::uint64_t kRequests = 1000;
    LineTraffic line{.at = {"a.cu", 37}, .access = access, .space = space, .array = array, .array_bytes = 1 << 20, .bytes = 4, .requests = kRequests};
    line.lanes = pattern.lanes * kRequests;
    line.sectors = pattern.sectors * kRequests;
    line.fewest_sectors = pattern.fewest_sectors * kRequests;
    line.conflicts = pattern.conflicts * kRequests;
    line.replays = pattern.replays * kRequests;
    line.dearest = pattern;
    line.dearest_requests = kRequests;
    return line;
}

LineTraffic store(const LanePattern& pattern) { return line_with(Space::global, Access::write, "d_out", pattern); }
LineTraffic load(const LanePattern& pattern) { return line_with(Space::global, Access::read, "d_in", pattern); }
LineTraffic of_tile(const LanePattern& pattern) { return line_with(Space::shared, Access::read, "s_tile", pattern); }

const LanePattern kStrided{.lanes = 32, .stride = 160, .regular = true, .sectors = 32, .fewest_sectors = 4};
const LanePattern kColumn{.lanes = 32, .stride = 128, .regular = true, .conflicts = 31};

std::vector<std::string> sentences(const std::vector<LineTraffic>& lines)
{
    std::vector<std::string> all;
    for (const LineRemark& remark : wastes_in(lines)) all.push_back(sentence(remark));
    return all;
}

std::string only(const LineTraffic& line)
{
    const auto all = sentences({line});
    REQUIRE(all.size() == 1);
    return all[0];
}

/// The counters that these lines make.
Counters sum(const std::vector<LineTraffic>& lines)
{
    Counters c;
    for (const LineTraffic& line : lines) {
        const bool reads = line.access == Access::read;
        if (line.space == Space::global) {
            (reads ? c.global_load_sectors : c.global_store_sectors) += line.sectors;
            (reads ? c.global_loads : c.global_stores) += line.lanes;
        }
        if (line.space == Space::shared) c.shared_load_requests += line.requests, c.shared_bank_conflicts += line.conflicts;
        if (line.space == Space::constant) c.constant_loads += line.lanes, c.constant_replays += line.replays;
    }
    return c;
}

std::string mentioned(const std::vector<LineTraffic>& lines, const Lab& lab = {}, const std::string& predictions = "")
{
    const auto remark = worth_mentioning(lab, "f", sum(lines), lines, Predictions::from_words(predictions));
    CHECK((!remark || may_be_wasteful(sum(lines))));
    return remark ? as_pass_remark(*remark, "f", sum(lines)) : "";
}

}  // namespace

TEST_CASE("neighbours that lie apart are described by their distance; neighbours side by side in whole sectors are not waste")
{
    CHECK(only(store(kStrided)) ==
          "line 37: each store to d_out touches 32 sectors where 4 would do: neighbouring threads store 160 bytes apart (lab 01, coalescing)");
    LineTraffic some = load(kStrided);
    some.dearest_requests = 620;
    CHECK(only(some) ==
          "line 37: 62 % of the loads of d_in touch 32 sectors where 4 would do: neighbouring threads load 160 bytes apart (lab 01, coalescing)");
    CHECK(sentences({load({.lanes = 32, .stride = 4, .regular = true, .sectors = 4, .fewest_sectors = 4})}).empty());
}

TEST_CASE("a row that begins inside a sector is described by where it begins, where that is always the same")
{
    LanePattern row{.lanes = 32, .stride = 4, .regular = true, .begin = 4, .sectors = 5, .fewest_sectors = 4};
    CHECK(only(load(row)) ==
          "line 37: each load of d_in touches 5 sectors where 4 would do: threads are side by side, but the first of them begins at byte 4 of a sector");
    row.begin = LanePattern::kAnywhere;
    CHECK(only(load(row)).ends_with(": threads are side by side, but the first of a warp begins inside a sector"));
    row.sectors = 8;
    CHECK(only(load(row)).ends_with(": threads are side by side in short rows, each of which takes whole sectors"));
}

TEST_CASE("no common distance, and groups that share an element, have their own words")
{
    CHECK(only(load({.lanes = 32, .stride = 12, .sectors = 20, .fewest_sectors = 4})).ends_with(": neighbouring threads load far apart, at no common distance"));
    CHECK(only(load({.lanes = 32, .regular = true, .sectors = 2, .fewest_sectors = 1})).ends_with(": groups of neighbouring threads share an element, and the groups lie apart"));
}

TEST_CASE("padding is recommended where it was tried and the stride is a row; else neighbouring words are")
{
    CHECK(only(of_tile(kColumn)) ==
          "line 37: 32-way bank conflicts in s_tile: neighbouring threads are 32 words apart; rows of 33 elements would have none (lab 01, padding)");
    LineTraffic halves = of_tile({.lanes = 32, .stride = 64, .regular = true, .conflicts = 7, .padded_conflicts = 1});
    halves.row = 16;
    CHECK(only(halves) ==
          "line 37: 8-way bank conflicts in s_tile: neighbouring threads are 16 words apart; rows of 17 elements would have fewer (lab 01, padding)");
    halves.row = 20;        // then the stride is not a row
    CHECK(only(halves).ends_with(": neighbouring threads are 16 words apart; side by side there would be none"));
    CHECK(only(of_tile({.lanes = 32, .stride = 8, .regular = true, .conflicts = 1})) ==
          "line 37: 2-way bank conflicts in s_tile: neighbouring threads are 2 words apart; side by side there would be none");
    CHECK(only(of_tile({.lanes = 32, .stride = 4, .regular = true, .conflicts = 1})).ends_with("threads are side by side in short rows, which meet in the same banks"));
    LineTraffic wide = of_tile({.lanes = 32, .stride = 32, .regular = true, .conflicts = 12});
    wide.bytes = 16;
    CHECK(only(wide).starts_with("line 37: 4-way bank conflicts in s_tile: neighbouring threads are 8 words apart"));
    LineTraffic sums = of_tile({.lanes = 32, .regular = true, .conflicts = 31});
    sums.access = Access::atomic;
    CHECK(only(sums) == "line 37: 32 threads of a warp update the same word of s_tile, one after another");
}

TEST_CASE("different elements of constant memory and threads that take no part are counted")
{
    CHECK(only(line_with(Space::constant, Access::read, "c_filter", {.lanes = 32, .stride = 4, .regular = true, .replays = 31})) ==
          "line 37: each load of c_filter asks for 32 different elements, and constant memory serves one at a time: let all threads of a warp read "
          "the same one (lab 03, constant memory)");
    CHECK(only(load({.lanes = 4, .stride = 4, .regular = true, .sectors = 1, .fewest_sectors = 1})) ==
          "line 37: only 4 of a warp's 32 threads load d_in, on average");
    CHECK(sentences({load({.lanes = 17, .stride = 4, .regular = true, .sectors = 3, .fewest_sectors = 3})}).empty());
}

TEST_CASE("what a block loads again and again asks for a tile, or for constant memory if it is a filter; what it loads once does not")
{
    LineTraffic again = load({.lanes = 32, .stride = 4, .regular = true, .sectors = 4, .fewest_sectors = 4});
    again.array_loads = 32000;
    again.block_elements = 32000;
    CHECK(sentences({again}).empty());
    again.block_elements = 3556;
    CHECK(only(again) == "line 37: a block loads each element of d_in that it needs 9.0 times: a tile in shared memory would load it once (lab 04, a shared tile)");
    LineTraffic filter = load({.lanes = 32, .regular = true, .sectors = 1, .fewest_sectors = 1});
    filter.array = "d_filter";
    filter.array_bytes = 20;
    filter.array_loads = 32000;
    filter.block_elements = 125;
    filter.broadcasts = filter.requests;
    CHECK(only(filter) == "line 37: all threads load the same 5 elements of d_filter: constant memory serves a whole warp at once (lab 03, constant memory)");
}

TEST_CASE("the dearest comes first, and what is hardly a share of the whole is left out")
{
    LineTraffic rare = store(kStrided);
    rare.requests = rare.dearest_requests = 1;
    rare.sectors = 32;
    rare.fewest_sectors = 4;
    const auto all = sentences({store(kStrided), of_tile(kColumn), rare});
    REQUIRE(all.size() == 2);
    CHECK(all[0].starts_with("line 37: 32-way"));
    CHECK(all[1].starts_with("line 37: each store"));
}

TEST_CASE("a sentence that would show a count that waits for its prediction is known as such")
{
    const auto waits = [](const LineTraffic& line, const std::string& predictions) {
        return shows_open_count(wastes_in({line}).at(0), Predictions::from_words(predictions));
    };
    CHECK(waits(store(kStrided), "f.global_store_sectors=open"));
    CHECK(waits(store(kStrided), "f.global_store_requests=open"));
    CHECK(!waits(store(kStrided), "f.global_load_sectors=open"));
    CHECK(!waits(store(kStrided), "f.global_store_sectors=24576"));
    CHECK(waits(store(kStrided), "g.global_store_sectors=open"));    // the other function may do the same
    CHECK(waits(of_tile(kColumn), "f.shared_bank_conflicts=open"));
    LineTraffic again = load({.lanes = 32, .stride = 4, .regular = true, .sectors = 4, .fewest_sectors = 4});
    again.array_loads = 9;
    again.block_elements = 1;
    CHECK(waits(again, "f.reuse_ratio=open"));
}

TEST_CASE("a pass mentions what is dear, once; not rows inside a sector, not two rows in the same banks")
{
    CHECK(mentioned({of_tile(kColumn)}) == "passed, but 31,000 bank conflicts in line 37 of f: neighbouring threads are 32 words apart; rows of 33 elements would have none (lab 01, padding)");
    CHECK(mentioned({of_tile({.lanes = 32, .stride = 80, .regular = true, .conflicts = 1}), of_tile({.lanes = 32, .stride = 4, .regular = true, .conflicts = 1})}) ==
          "passed, but 2,000 bank conflicts, most in line 37 of f: neighbouring threads are 20 words apart; rows of 21 elements would have none (lab 01, padding)");
    CHECK(mentioned({store(kStrided)}) == "passed, but each store to d_out touches 32 sectors where 4 would do (line 37 of f): see lab 01, coalescing");
    CHECK(mentioned({line_with(Space::constant, Access::read, "c_filter", {.lanes = 32, .stride = 4, .regular = true, .replays = 31})}) ==
          "passed, but each load of c_filter asks for 32 different elements (line 37 of f): see lab 03, constant memory");
    CHECK(mentioned({store(kStrided), of_tile(kColumn)}).starts_with("passed, but 31,000 bank conflicts"));
    CHECK(mentioned({of_tile({.lanes = 32, .stride = 4, .regular = true, .conflicts = 1})}) == "");
    CHECK(mentioned({load({.lanes = 32, .stride = 4, .regular = true, .begin = 16, .sectors = 5, .fewest_sectors = 4})}) == "");
    CHECK(mentioned({load({.lanes = 32, .stride = 3, .regular = true, .sectors = 4, .fewest_sectors = 1})}) == "");    // colours side by side
    CHECK(mentioned({load({.lanes = 4, .stride = 4, .regular = true, .sectors = 1, .fewest_sectors = 1})}) == "");
}

TEST_CASE("a pass says nothing of what the lab teaches with this function, nor of a count that waits")
{
    Lab lab;
    lab.lessons = {{"f", &Counters::shared_bank_conflicts}};
    CHECK(mentioned({of_tile(kColumn)}, lab) == "");
    CHECK(mentioned({store(kStrided), of_tile(kColumn)}, lab).starts_with("passed, but each store"));
    lab.lessons[0].function = "g";
    CHECK(mentioned({of_tile(kColumn)}, lab) != "");
    CHECK(mentioned({of_tile(kColumn)}, {}, "f.shared_bank_conflicts=open") == "");
    CHECK(mentioned({of_tile(kColumn)}, {}, "f.shared_bank_conflicts=declined") != "");
}
