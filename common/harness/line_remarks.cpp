#include "harness/line_remarks.hpp"

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

/// Words of shared memory, or bytes where they are no whole words.
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

/// How often the elements of each array are loaded, over all lines that load them; blamed on the line that loads most.
void of_arrays(std::vector<LineRemark>& remarks, const std::vector<LineTraffic>& lines)
{
    struct Loads {
        const LineTraffic* most = nullptr;
        double elements = 0, requests = 0, broadcasts = 0, times = 0;
    };
    std::map<std::string, Loads> arrays;
    for (const LineTraffic& line : lines) {
        if (line.space != Space::global || !is_load(line) || line.array_bytes == 0 || line.array.empty()) continue;
        Loads& loads = arrays[line.array];
        loads.elements = double(line.array_bytes) / line.bytes;
        loads.requests += double(line.requests);
        loads.broadcasts += double(line.broadcasts);
        loads.times += double(line.lanes) * line.bytes / double(line.array_bytes);
        if (loads.most == nullptr || line.lanes > loads.most->lanes) loads.most = &line;
    }
    for (const auto& [name, loads] : arrays) {
        const bool small = loads.most->array_bytes <= kSmallArray;
        const double spared = loads.requests * (1 - 1 / loads.times);
        if (loads.times < kManyTimes) continue;
        if (!small) add(remarks, Waste::loaded_again, *loads.most, spared, loads.times);
        else if (loads.broadcasts > loads.requests / 2 && loads.requests > loads.elements) add(remarks, Waste::filter_in_global, *loads.most, spared, loads.times);
    }
}

std::string about_conflicts(const LineRemark& remark)
{
    const LineTraffic& line = remark.line;
    const LanePattern& p = line.dearest;
    const std::int64_t elements = std::abs(p.stride) / std::max<std::int64_t>(line.bytes, 1);
    const std::string things = line.array.empty() ? "" : fmt::format(" in {}", line.array);
    const unsigned parts = std::max(line.bytes / 4, 1u), ways = 1 + (p.conflicts + parts - 1) / parts;
    const std::string what = fmt::format("{}-way bank conflicts{}", ways, things);
    if (!p.regular) return what + ": neighbouring threads meet in a bank, at no common distance";
    const std::string reason = fmt::format("{}: neighbouring threads are {}", what, apart(p.stride));
    if (!padding_helps(line)) return reason + "; side by side there would be none";
    return fmt::format("{}; rows of {} elements would have {} ({})", reason, elements + 1, p.padded_conflicts == 0 ? "none" : "fewer",
                       lesson_of(remark.waste));
}

std::string about_sectors(const LineRemark& remark)
{
    const LineTraffic& line = remark.line;
    const LanePattern& p = line.dearest;
    const std::string what = fmt::format("{} touch{} {} sectors where {} would do", requests_in_words(line), one_subject(line) ? "es" : "", p.sectors, p.fewest_sectors);
    switch (remark.waste) {
    case Waste::strided: return fmt::format("{}: neighbouring threads {} {} bytes apart ({})", what, verb(line), std::abs(p.stride), lesson_of(remark.waste));
    case Waste::uneven: return fmt::format("{}: neighbouring threads {} far apart, at no common distance", what, verb(line));
    case Waste::grouped: return fmt::format("{}: groups of neighbouring threads share an element, and the groups lie apart", what);
    default: break;
    }
    if (p.begin == 0) return what + ": threads are side by side, in rows that end inside a sector";
    if (p.begin == LanePattern::kAnywhere) return what + ": threads are side by side, but their rows begin inside a sector";
    return fmt::format("{}: threads are side by side, but the row begins at byte {} of a sector", what, p.begin);
}

}  // namespace

std::vector<LineRemark> wastes_in(const std::vector<LineTraffic>& lines)
{
    std::vector<LineRemark> remarks;
    for (const LineTraffic& line : lines) of_one_line(remarks, line);
    of_arrays(remarks, lines);
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

bool shows_open_count(const LineRemark& remark, const std::string& function, const Predictions& predictions)
{
    // Sectors of one request and sectors of all give the number of requests.
    const auto hidden = [&](std::uint64_t Counters::*counter) {
        bool hide = false;
        for_each_counter([&](const char* name, auto member) { hide |= member == counter && predictions.hide(function, name); });
        return hide;
    };
    const std::uint64_t Counters::*counter = counter_of(remark);
    if (counter == &Counters::global_load_sectors && hidden(&Counters::global_load_requests)) return true;
    if (counter == &Counters::global_store_sectors && hidden(&Counters::global_store_requests)) return true;
    return hidden(counter_of(remark)) || (counter == &Counters::global_loads && predictions.hide(function, "reuse_ratio"));
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

std::string sentence(const LineRemark& remark)
{
    const LineTraffic& line = remark.line;
    const LanePattern& p = line.dearest;
    std::string text;
    switch (remark.waste) {
    case Waste::bank_conflicts: text = about_conflicts(remark); break;
    case Waste::same_word: text = fmt::format("{} threads of a warp update the same word of {}, one after another", p.conflicts + 1, line.array); break;
    case Waste::replays:
        text = fmt::format("{} ask{} for {} different elements, and constant memory serves one at a time: let all threads of a warp read the same one ({})",
                           requests_in_words(line), one_subject(line) ? "s" : "", p.replays + 1, lesson_of(remark.waste));
        break;
    case Waste::few_lanes:
        text = fmt::format("only {:.0f} of a warp's 32 threads {} {}, on average", std::max(1.0, double(line.lanes) / double(line.requests)), verb(line),
                           line.array.empty() ? "there" : line.array);
        break;
    case Waste::filter_in_global:
        text = fmt::format("all threads load the same {} elements of {}: constant memory serves a whole warp at once ({})",
                           line.array_bytes / std::max(line.bytes, 1u), line.array, lesson_of(remark.waste));
        break;
    case Waste::loaded_again:
        text = fmt::format("every element of {} is loaded {} times: a tile in shared memory would load most of them once ({})", line.array,
                           remark.times < 10 ? fmt::format("{:.1f}", remark.times) : fmt::format("{:.0f}", remark.times), lesson_of(remark.waste));
        break;
    default: text = about_sectors(remark);
    }
    return fmt::format("line {}: {}", line.at.line, text);
}

}  // namespace halo::lab
