#include "harness/judge/causes.hpp"

#include <algorithm>
#include <cstdlib>

#include "diagnose/outside.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/finding_kind.hpp"
#include "harness/judge/filter_causes.hpp"
#include "harness/judge/row_causes.hpp"

namespace halo::lab {

namespace {

/// The kernel loads from an array that holds nothing and overwrites one that was filled. Not by a copy of the output: some begin with one.
bool exchanged(const Judged& kind, const Size& size, const Finding& f)
{
    return f.kind == FindingKind::uninitialised && !f.array.empty() && !f.overwritten.empty() && f.filled_from != kind->output(size).name;
}

/// So far that the address may have been made from any array's.
bool far_outside(const Finding& f)
{
    constexpr std::int64_t kFar = 4096;
    if (!outside_of_array(f) || went_below_zero(f) || f.space != Space::global || f.shape.size() != 1 || f.index.size() != 1) return false;
    const std::int64_t elements = elements_of(f), away = f.index[0] < 0 ? -f.index[0] : f.index[0] - elements + 1;
    return away > std::max(kFar, elements);
}

/// The index is that of a variable without a value: g++ puts 0xfe into each byte of it (-ftrivial-auto-var-init=pattern), which an index of a neighbour, or of a
/// thread, leaves in sight.
bool never_set(const Finding& f)
{
    constexpr std::int64_t kUnset = std::int32_t(0xfefefefe), kNear = 4096;
    return outside_of_array(f) && f.index.size() == 1 && std::abs(f.index[0] - kUnset) <= kNear;
}

/// A pixel stored at the thread's own place, short of what a variable of 8 or 16 bits lacks.
bool too_short(const Geometry& g, const Finding& f)
{
    const bool before = outside_of_array(f) && f.space == Space::global && f.access == Access::write && f.outside == Outside::before_start;
    if (!before || f.index.size() != 1 || g.in.size() != 2) return false;
    const std::int64_t row = g.in.back(), tile = g.tile > 0 ? g.tile : f.block_shape.x;
    for (const std::int64_t x : {std::int64_t(f.block.x) * f.block_shape.x + f.thread.x, f.block.x * tile + f.thread.x, f.block.x * tile + f.thread.x - g.radius})
        for (const std::int64_t y : {std::int64_t(f.block.y) * f.block_shape.y + f.thread.y, f.block.y * tile + f.thread.y, f.block.y * tile + f.thread.y - g.radius})
            for (const std::int64_t lost : {std::int64_t(1) << 8, std::int64_t(1) << 16})
                if (const std::int64_t away = y * row + x - f.index[0]; away == lost || away == lost * row) return true;
    return false;
}

/// A read just before the start, by a later block. A missing test for ghost elements would fail in the first block first.
bool starts_over(const Geometry& g, const Finding& f)
{
    const bool later_block = f.block.x > 0 || f.block.y > 0;
    if (!outside_of_array(f) || f.space != Space::global || f.outside != Outside::before_start || f.access != Access::read
        || !later_block || f.index.size() != 1)
        return false;
    const Matrix m = g.matrices.empty() ? Matrix{} : g.matrices.front();
    const std::int64_t row = m.rows > 1 ? m.row / m.across : 0;
    return f.index[0] >= -m.across * g.radius * (row + 1);
}

}  // namespace

Diagnosis cause_of(const Judged& kind, const Size& size, const Finding& f)
{
    const Mistake of_kind = row_of(f.kind).mistake;
    const bool out_of_bounds = f.kind == FindingKind::out_of_bounds;
    const bool by_host = f.outside == Outside::host_pointer || f.outside == Outside::device_pointer;
    if (out_of_bounds && f.space == Space::constant && by_host) return {Mistake::host_symbol};
    if (f.outside == Outside::device_block) return {Mistake::freed_as_host};
    if (out_of_bounds && f.outside == Outside::host_pointer && f.device_copy.empty() && f.array.empty()) return {Mistake::host_address};
    if (out_of_bounds && f.outside == Outside::host_pointer && f.device_copy.empty() && f.index.empty()) return {Mistake::host_variable, {.array = f.array}};
    if (out_of_bounds && f.outside == Outside::host_pointer) return {Mistake::host_pointer};
    if (out_of_bounds && f.outside == Outside::null_pointer && kind->geometry(size).by_texture && f.access == Access::read) return {Mistake::texture_gone};
    if (out_of_bounds && f.outside == Outside::null_pointer) return {Mistake::null_pointer};
    if (out_of_bounds && begins_inside(f)) return {Mistake::out_of_bounds};      // describe() has the words
    if (exchanged(kind, size, f)) return {Mistake::arrays_exchanged, {.array = f.array, .other_array = f.overwritten, .launch_line = f.launched.line}};
    const bool copied_in_part = f.kind == FindingKind::uninitialised && f.other.line > 0;
    if (f.space == Space::host || copied_in_part) return {of_kind};       // describe() has the words
    const Geometry geometry = kind->geometry(size);
    constexpr std::uint64_t kFloat4 = 16;
    if (outside_of_array(f) && f.space == Space::global && f.bytes == kFloat4 && f.outside == Outside::past_end) return {Mistake::float4_outside};
    if (f.kind == FindingKind::barrier && f.call == "__syncthreads" && geometry.no_tile) return {Mistake::barrier_needless};
    if (out_of_bounds && f.space == Space::shared && f.shape == std::vector<std::int64_t>{0}) return {of_kind};      // describe() has the words
    if (never_set(f)) return {Mistake::index_never_set, {.array = f.array}};
    if (too_short(geometry, f)) return {Mistake::index_too_short};
    if (far_outside(f)) return {Mistake::far_outside, {.array = f.array}};
    if (const auto filter = outside_of_filter(geometry, f)) return *filter;

    if (f.kind == FindingKind::uninitialised && f.space == Space::global && names(f.array, "out")) return {Mistake::output_read, {.array = f.array}};

    const bool reads_output = f.kind == FindingKind::out_of_bounds && f.access == Access::read && f.space == Space::global && names(f.array, "out");
    if (reads_output && kind->output(size).on_host && f.launched.line > 0 && outside_of_array(f))
        return {Mistake::output_read_outside, {.array = f.array, .launch_line = f.launched.line}};

    const Output output = kind->output(size);
    if (reads_output && !output.on_host && !output.in_place && f.array == output.name && outside_of_array(f)) return {Mistake::output_read_in_kernel, {.array = f.array}};
    const bool writes_filter = f.kind == FindingKind::out_of_bounds && f.access == Access::write && f.space == Space::global && names(f.array, "filter");
    if (writes_filter && f.launched.line > 0) return {Mistake::filter_written, {.array = f.array, .launch_line = f.launched.line}};

    // From the general to the specific: the watcher, the kind, the index.
    Diagnosis d = kind->advice(f, size).value_or(Diagnosis{of_kind});
    if (const auto m = matrix_of(geometry, f)) d = cause_in_rows(d, geometry, f, *m);
    if (!geometry.any_kernel && starts_over(geometry, f)) d = {Mistake::index_starts_over};
    return d;
}

Message message_of(const Judged& kind, const Size& size, const Finding& f, const Diagnosis& cause)
{
    const auto m = matrix_of(kind->geometry(size), f);
    Message message = m ? describe(f, rows_of(*m)) : describe(f);
    const Explanation explanation = explain(cause, kind->words());
    if (!explanation.seen.empty()) message.where += "; " + explanation.seen;
    if (!explanation.attempt.empty()) message.attempt = explanation.attempt;
    return message;
}

}  // namespace halo::lab
