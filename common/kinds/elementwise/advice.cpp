#include "kinds/elementwise/advice.hpp"

#include "diagnose/outside.hpp"
#include "findings/describe.hpp"

namespace halo::lab {

std::optional<Diagnosis> about_own_element(const Finding& f, const ArraySize& size)
{
    if (!outside_of_array(f) || f.space != Space::global || f.index.size() != 1 || f.kernel.empty() || went_below_zero(f)) return {};
    const std::int64_t count = elements_of(f), own = std::int64_t(f.block.x) * f.block_shape.x + f.thread.x;
    if (count < size.width && f.outside == Outside::past_end)
        return Diagnosis{Mistake::short_allocation, {.array = f.array, .array_elements = count, .array_due = size.width}};
    if (own >= count) return Diagnosis{Mistake::thread_without_element, {.last_index = count - 1}};
    return Diagnosis{Mistake::element_of_another_thread, {.array = f.array, .index_due = own}};
}

std::optional<Diagnosis> about_device_copy(const Finding& f, const ArraySize& size)
{
    if (f.kind == FindingKind::uninitialised && f.space == Space::global && !f.array.empty())
        return Diagnosis{Mistake::device_copy_missing, {.array = f.array}};
    return about_own_element(f, size);
}

std::optional<Diagnosis> about_part(const Finding& f, const ArraySize& size)
{
    if (f.kind != FindingKind::out_of_bounds || f.space != Space::shared) return about_own_element(f, size);
    if (const std::int64_t count = elements_of(f); count > 0) return Diagnosis{Mistake::part_index, {.last_index = count - 1}};
    return {};
}

}  // namespace halo::lab
