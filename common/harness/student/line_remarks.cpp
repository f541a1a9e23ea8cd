#include "harness/student/line_remarks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "findings/explain.hpp"

namespace halo::lab {

namespace {

constexpr double kWarp = 32;
constexpr double kFewLanes = 16;            // on average: half of a warp
constexpr double kManyTimes = 2;            // loads of each element, from which a tile is worth a thought
constexpr std::uint64_t kSmallArray = 4096; // bytes: a filter, no signal

bool is_load(const LineTraffic& line) { return line.access == Access::read; }
const char* verb(const LineTraffic& line) { return is_load(line) ? "load" : line.access == Access::write ? "store" : "update"; }

/// `each load of d_in`, or `62 % of the loads of d_in` where other requests of the line have other patterns.
std::string requests_in_words(const LineTraffic& line)
{
    constexpr double kNearlyAll = 0.9;
    const double share = double(line.dearest_requests) / double(line.requests);
    const std::string things = line.array.empty() ? "" : fmt::format(" {} {}", is_load(line) ? "of" : "to", line.array);
    if (share >= kNearlyAll) return fmt::format("each {}{}", verb(line), things);
    return share < 0.01 ? fmt::format("some {}s{}", verb(line), things) : fmt::format("{:.0f} % of the {}s{}", 100 * share, verb(line), things);
}

bool one_subject(const LineTraffic& line) { return requests_in_words(line).starts_with("each"); }

/// Words of shared memory, or bytes where they are not whole words.
std::string apart(std::int64_t stride)
{
    const std::int64_t distance = std::abs(stride);
    return distance % 4 == 0 ? fmt::format("{} word{} apart", distance / 4, distance == 4 ? "" : "s") : fmt::format("{} bytes apart", distance);
}

Waste sector_waste(const LineTraffic& line)
{
    const LanePattern& p = line.dearest;
    if (!p.regular) return Waste::uneven;
    if (p.stride == 0) return Waste::grouped;
    return std::abs(p.stride) <= std::int64_t(line.bytes) ? Waste::ragged_rows : Waste::strided;
}

/// Would one more element in each row of the array help, and is the stride such a row?
bool padding_helps(const LineTraffic& line)
{
    constexpr std::int64_t kLikelyRow = 8;      // elements: a shorter stride is hardly the pitch of a tile
    const LanePattern& p = line.dearest;
    const std::int64_t elements = std::abs(p.stride) / std::max<std::int64_t>(line.bytes, 1);
    return p.padded_conflicts < p.conflicts && (line.row > 0 ? elements % line.row == 0 : elements >= kLikelyRow);
}

void add(std::vector<LineRemark>& remarks, Waste waste, const LineTraffic& line, double price, double times = 0)
{
    if (price > 0) remarks.push_back({waste, line, times, price});
}

void of_one_line(std::vector<LineRemark>& remarks, const LineTraffic& line)
{
    if (line.space == Space::global) add(remarks, sector_waste(line), line, double(line.sectors) - double(line.fewest_sectors));
    const bool one_word = line.access == Access::atomic && line.dearest.regular && line.dearest.stride == 0;
    if (line.space == Space::shared) add(remarks, one_word ? Waste::same_word : Waste::bank_conflicts, line, double(line.conflicts));
    if (line.space == Space::constant) add(remarks, Waste::replays, line, double(line.replays));
    const double average = double(line.lanes) / double(line.requests);
    if (line.space == Space::global && average <= kFewLanes) add(remarks, Waste::few_lanes, line, double(line.requests) * (1 - average / kWarp));
}

/// How often the threads of a block load the elements that they need; blamed on the line that loads most of the array.
void of_arrays(std::vector<LineRemark>& remarks, const std::vector<LineTraffic>& lines)
{
    struct Loads {
        const LineTraffic* most = nullptr;
        double sectors = 0, requests = 0, broadcasts = 0;
    };
    std::map<std::string, Loads> arrays;
    for (const LineTraffic& line : lines) {
        if (line.space != Space::global || !is_load(line) || line.block_elements == 0 || line.array.empty()) continue;
        Loads& loads = arrays[line.array];
        loads.sectors += double(line.sectors);
        loads.requests += double(line.requests);
        loads.broadcasts += double(line.broadcasts);
        if (loads.most == nullptr || line.lanes > loads.most->lanes) loads.most = &line;
    }
    for (const auto& [name, loads] : arrays) {
        const LineTraffic& line = *loads.most;
        const double times = double(line.array_loads) / double(line.block_elements);
        const double spared = loads.sectors * (1 - 1 / times);
        if (times < kManyTimes) continue;
        const bool filter = line.array_bytes <= kSmallArray && loads.broadcasts > loads.requests / 2;
        add(remarks, filter ? Waste::filter_in_global : Waste::loaded_again, line, spared, times);
    }
}

/// `32`-way; a wide access is served in parts, each of which has its own conflicts.
unsigned ways(const LineTraffic& line)
{
    const unsigned parts = std::max(line.bytes / 4, 1u);
    return 1 + (line.dearest.conflicts + parts - 1) / parts;
}

std::string why_rows(const LanePattern& p)
{
    if (p.begin == 0 || p.sectors > p.fewest_sectors + 1) return ": threads are side by side in short rows, each of which takes whole sectors";
    if (p.begin == LanePattern::kAnywhere) return ": threads are side by side, but the first of a warp begins inside a sector";
    return fmt::format(": threads are side by side, but the first of them begins at byte {} of a sector", p.begin);
}

std::string why(const LineRemark& remark)
{
    const LineTraffic& line = remark.line;
    const std::string lesson = lesson_of(remark.waste);
    switch (remark.waste) {
    case Waste::strided: return fmt::format(": neighbouring threads {} {} bytes apart ({})", verb(line), std::abs(line.dearest.stride), lesson);
    case Waste::uneven: return fmt::format(": neighbouring threads {} far apart, at no common distance", verb(line));
    case Waste::grouped: return ": groups of neighbouring threads share an element, and the groups lie apart";
    case Waste::ragged_rows: return why_rows(line.dearest);
    case Waste::bank_conflicts: return why_conflicts(line);
    case Waste::same_word: return ", one after another";
    case Waste::replays: return fmt::format(", and constant memory serves one at a time: let all threads of a warp read the same one ({})", lesson);
    case Waste::few_lanes: return "";
    case Waste::filter_in_global: return fmt::format(": constant memory serves a whole warp at once ({})", lesson);
    case Waste::loaded_again: return fmt::format(": a tile in shared memory would load it once ({})", lesson);
    }
    return "";
}

}  // namespace

std::vector<LineRemark> wastes_in(const std::vector<LineTraffic>& lines)
{
    std::vector<LineRemark> remarks;
    for (const LineTraffic& line : lines) of_one_line(remarks, line);
    of_arrays(remarks, lines);
    // What is hardly a share of the whole is not advice.
    constexpr double kNoticeable = 0.02;
    double requests = 0;
    for (const LineTraffic& line : lines) requests += double(line.requests);
    std::erase_if(remarks, [&](const LineRemark& remark) { return remark.price < kNoticeable * requests; });
    std::ranges::stable_sort(remarks, std::ranges::greater(), &LineRemark::price);
    return remarks;
}

std::uint64_t Counters::*counter_of(const LineRemark& remark)
{
    switch (remark.waste) {
    case Waste::bank_conflicts:
    case Waste::same_word: return &Counters::shared_bank_conflicts;
    case Waste::replays: return &Counters::constant_replays;
    case Waste::few_lanes: return is_load(remark.line) ? &Counters::global_load_requests : &Counters::global_store_requests;
    case Waste::filter_in_global:
    case Waste::loaded_again: return &Counters::global_loads;
    default: return is_load(remark.line) ? &Counters::global_load_sectors : &Counters::global_store_sectors;
    }
}

bool shows_open_count(const LineRemark& remark, const Predictions& predictions)
{
    // Sectors of one request and sectors of all give the number of requests.
    const auto hidden = [&](std::uint64_t Counters::*counter) {
        bool hide = false;
        for_each_counter([&](const char* name, auto member) { hide |= member == counter && predictions.hide(name); });
        return hide;
    };
    std::uint64_t Counters::*const counter = counter_of(remark);
    if (counter == &Counters::global_load_sectors && hidden(&Counters::global_load_requests)) return true;
    if (counter == &Counters::global_store_sectors && hidden(&Counters::global_store_requests)) return true;
    return hidden(counter);
}

std::string why_conflicts(const LineTraffic& line)
{
    const LanePattern& p = line.dearest;
    if (!p.regular) return ": neighbouring threads meet in a bank, at no common distance";
    if (std::abs(p.stride) == std::int64_t(line.bytes)) return ": threads are side by side in short rows, which meet in the same banks";
    if (p.stride == 0) return ": groups of neighbouring threads share a word, and the groups meet in the same banks";
    const std::string reason = fmt::format(": neighbouring threads are {}", apart(p.stride));
    if (!padding_helps(line)) return reason + "; side by side there would be none";
    const std::int64_t elements = std::abs(p.stride) / std::max<std::int64_t>(line.bytes, 1);
    return fmt::format("{}; rows of {} elements would have {} ({})", reason, elements + 1, p.padded_conflicts == 0 ? "none" : "fewer",
                       lesson_of(Waste::bank_conflicts));
}

std::string lesson_of(Waste waste)
{
    switch (waste) {
    case Waste::strided:
    case Waste::uneven:
    case Waste::grouped:
    case Waste::ragged_rows: return "lab 01, coalescing";
    case Waste::bank_conflicts:
    case Waste::same_word: return "lab 01, padding";
    case Waste::replays:
    case Waste::filter_in_global: return "lab 03, constant memory";
    case Waste::few_lanes: return "lab 04, how a tile is loaded";
    case Waste::loaded_again: return "lab 04, a shared tile";
    }
    return {};
}

std::string what_it_does(const LineRemark& remark)
{
    const LineTraffic& line = remark.line;
    const LanePattern& p = line.dearest;
    const auto requests = [&](std::string_view many, std::string_view one) { return requests_in_words(line) + std::string(one_subject(line) ? one : many); };
    switch (remark.waste) {
    case Waste::bank_conflicts: return fmt::format("{}-way bank conflicts{}", ways(line), line.array.empty() ? "" : " in " + line.array);
    case Waste::same_word: return fmt::format("{} threads of a warp update the same word of {}", p.conflicts + 1, line.array);
    case Waste::replays: return fmt::format("{} for {} different elements", requests(" ask", " asks"), p.replays + 1);
    case Waste::few_lanes:
        return fmt::format("only {:.0f} of a warp's 32 threads {} {}, on average", std::max(1.0, double(line.lanes) / double(line.requests)), verb(line),
                           line.array.empty() ? "there" : line.array);
    case Waste::filter_in_global: return fmt::format("all threads load the same {} elements of {}", line.array_bytes / std::max(line.bytes, 1u), line.array);
    case Waste::loaded_again:
        return fmt::format("a block loads each element of {} that it needs {} times", line.array,
                           remark.times < 10 ? fmt::format("{:.1f}", remark.times) : fmt::format("{:.0f}", remark.times));
    default: return fmt::format("{} {} sectors where {} would do", requests(" touch", " touches"), p.sectors, p.fewest_sectors);
    }
}

std::string sentence(const LineRemark& remark)
{
    return fmt::format("line {}: {}{}", remark.line.at.line, what_it_does(remark), why(remark));
}

}  // namespace halo::lab
