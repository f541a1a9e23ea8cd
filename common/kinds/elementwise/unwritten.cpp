// Which part of the output was never written, and whether the launch had threads for it.

#include <cstdint>

#include "diagnose/gaps.hpp"
#include "kinds/elementwise/classify.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;
using Index = std::vector<std::int64_t>;

/// All that is missing is one run.
Found one_run(const WrongArray& a, Run run, Evidence seen)
{
    const std::size_t size = a.want.size();
    seen.at = Index{std::int64_t(run.begin)};
    if (run.begin + run.length == size) {
        seen.outputs = size, seen.last_index = std::int64_t(size) - 1;
        const std::uint64_t threads = a.counters ? a.counters->threads : 0;
        if (threads > 0 && threads == run.begin) {
            seen.threads = std::int64_t(threads);
            return Diagnosis{Mistake::too_few_threads, seen};
        }
        if (run.length == 1) return Diagnosis{Mistake::last_left_out, seen};
        if (threads >= size) return Diagnosis{Mistake::only_first_written, seen};
        return {};
    }
    seen.span = Span{std::int64_t(run.begin), std::int64_t(run.begin + run.length) - 1};
    return Diagnosis{run.begin == 0 ? Mistake::first_left_out : Mistake::unwritten_lines, seen};
}

}  // namespace

Found unwritten_part(const WrongArray& a, const WrongPlaces& places)
{
    const std::vector<std::size_t>& missing = places.missing;
    if (missing.empty() || 2 * missing.size() < places.wrong.size()) return {};
    const Evidence seen{.affected = missing.size(), .wrong = places.wrong.size()};
    if (const std::vector<Run> runs = runs_of(missing); runs.size() == 1)
        if (auto found = one_run(a, runs.front(), seen)) return found;
    if (const auto turns = turns_of(missing, a.want.size()); turns && turns->period > 2)
        return Diagnosis{Mistake::unwritten_in_turns,
                         {.affected = missing.size(), .at = Index{std::int64_t(turns->first)}, .turns = InTurns{std::int64_t(turns->missing), std::int64_t(turns->period)}}};
    return Diagnosis{Mistake::unwritten_some, seen};
}

}  // namespace halo::lab
