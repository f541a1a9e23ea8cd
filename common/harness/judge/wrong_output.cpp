#include "harness/judge/wrong_output.hpp"

#include <algorithm>

#include "diagnose/compare.hpp"

namespace halo::lab {
namespace {

constexpr std::int64_t up(std::int64_t n, std::int64_t by) { return (n + by - 1) / by; }

}  // namespace

WrongOutput wrong_output(const Output& output, const std::string& call, std::span<const float> got, std::span<const float> want, double tolerance,
                         const std::optional<Footprint>& footprint)
{
    const std::int64_t together = std::max(output.across, 1), elements = std::ssize(want) / together;
    WrongOutput map{.call = call, .array = output.array, .rows = 1, .columns = elements, .high = 1, .wide = 1, .cells = {}, .footprint = footprint};
    if (output.row() > 0) {
        map.columns = output.row();
        map.rows = up(elements, map.columns);
    }
    map.high = std::max<std::int64_t>(1, up(map.rows, WrongOutput::kMostRows));
    map.wide = std::max<std::int64_t>(1, up(map.columns, WrongOutput::kMostColumns));

    // A cell is first `never written`, and one wrong value that was written makes it `wrong`.
    map.cells.assign(std::size_t(up(map.rows, map.high)), std::string(std::size_t(up(map.columns, map.wide)), WrongOutput::kRight));
    for (std::size_t i = 0; i < want.size(); ++i) {
        const Comparison one = compare(got.subspan(i, 1), want.subspan(i, 1), tolerance);
        if (one.same) continue;
        const std::int64_t element = std::int64_t(i) / together;
        char& cell = map.cells[std::size_t(element / map.columns / map.high)][std::size_t(element % map.columns / map.wide)];
        if (cell != WrongOutput::kWrong) cell = one.unwritten > 0 ? WrongOutput::kNeverWritten : WrongOutput::kWrong;
    }
    return map;
}

}  // namespace halo::lab
