#include "kinds/convolution/words.hpp"

#include <cstdint>
#include <cstdlib>

#include "diagnose/outside.hpp"
#include "findings/describe.hpp"

namespace halo::lab {

namespace {

std::optional<Diagnosis> about_patch(const Finding& f)
{
    if (f.kind == FindingKind::uninitialised) return Diagnosis{Mistake::halo_not_stored};
    if (f.kind != FindingKind::out_of_bounds) return {};
    if (f.outside == Outside::before_start) return Diagnosis{Mistake::before_patch};
    const bool no_room = f.shape == std::vector<std::int64_t>{0};       // the launch asked for none
    if (f.outside == Outside::past_end && f.access == Access::write && !no_room) return Diagnosis{Mistake::patch_too_small};
    return {};
}

/// Is it at most `radius` away from the element that has the thread's own index, in both directions?
bool beside_own(const Finding& f, int radius)
{
    const bool rows = f.shape.size() == 2;
    if (f.index.size() != f.shape.size() || f.index.empty() || f.index.size() > 2) return false;
    const std::int64_t columns = f.shape.back(), flat = rows ? f.index[0] * columns + f.index[1] : f.index[0];
    for (int dy = rows ? -radius : 0; dy <= (rows ? radius : 0); ++dy) {
        const std::int64_t dx = flat - (rows ? (std::int64_t(f.thread.y) + dy) * columns : 0) - f.thread.x;
        if (std::abs(dx) <= radius) return true;
    }
    return false;
}

}  // namespace

std::optional<Diagnosis> about_halo_threads(const Finding& f, int tile, int radius)
{
    const bool thread_for_each = tile > 0 && std::int64_t(f.block_shape.x) == tile + 2 * std::int64_t(radius);
    const bool before = f.kind == FindingKind::out_of_bounds && f.space == Space::shared && f.outside == Outside::before_start;
    if (!thread_for_each || !before || f.access != Access::read || !beside_own(f, radius)) return {};
    return Diagnosis{Mistake::halo_thread_sums};
}

std::optional<Diagnosis> about_ghosts(const Finding& f, bool in_rows)
{
    if (f.space == Space::shared) return about_patch(f);
    if (f.space != Space::global || !outside_of_array(f) || f.access != Access::read || went_below_zero(f)) return {};
    if (f.outside == Outside::past_end) return Diagnosis{Mistake::ghost_read_past_end};
    return Diagnosis{in_rows ? Mistake::ghost_pixel_before_start : Mistake::ghost_read_before_start};
}

std::optional<Diagnosis> about_core(const Finding& f)
{
    if (f.space != Space::shared) return {};
    if (f.kind == FindingKind::uninitialised) return Diagnosis{Mistake::core_gap};
    if (f.kind == FindingKind::out_of_bounds) return Diagnosis{Mistake::sum_leaves_core};
    return {};
}

}  // namespace halo::lab
