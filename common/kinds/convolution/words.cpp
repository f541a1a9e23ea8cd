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

std::optional<Diagnosis> about_small_block(const Finding& f, int tile, int radius)
{
    if (tile <= 0 || std::int64_t(f.block_shape.x) != tile || f.space != Space::shared || f.index.empty() || f.index.size() != f.shape.size() || f.shape.back() <= tile) return {};
    const bool rows = f.shape.size() == 2 && f.block_shape.y > 1;
    if (f.kind == FindingKind::out_of_bounds && rows && f.access == Access::read) return Diagnosis{Mistake::tile_middle_off, {.radius = radius}};
    if (f.kind != FindingKind::uninitialised || f.shape.size() > 2) return {};
    if (!rows) return f.shape.size() == 1 && f.index[0] >= tile ? std::optional(Diagnosis{Mistake::halo_end_missing, {.tile = tile}}) : std::nullopt;
    const bool below = f.index[0] >= tile, right = f.index[1] >= tile;
    if (!below && !right) return {};
    return Diagnosis{below && right ? Mistake::halo_corner_missing : below ? Mistake::halo_rows_missing : Mistake::halo_columns_missing, {.tile = tile}};
}

std::optional<Diagnosis> about_output_place(const Finding& f, int tile, int radius, int width)
{
    if (tile <= 0 || radius <= 0 || !outside_of_array(f) || f.space != Space::global || f.access != Access::write || f.index.size() != 1) return {};
    const bool patch = std::int64_t(f.block_shape.x) == tile + 2 * std::int64_t(radius);
    const std::int64_t away = patch ? 2 * radius : radius, x = std::int64_t(f.block.x) * tile + f.thread.x - away;
    const std::int64_t y = f.block_shape.y > 1 ? std::int64_t(f.block.y) * tile + f.thread.y - away : 0;
    if (f.index[0] == y * width + x) return Diagnosis{Mistake::output_before_own, {.radius = radius}};
    const bool in_block = patch && f.block_shape.y > 1 && f.index[0] == std::int64_t(f.thread.y) * width + f.thread.x;
    return in_block ? std::optional(Diagnosis{Mistake::output_place_in_block}) : std::nullopt;
}

std::optional<Diagnosis> about_ghosts(const Finding& f, bool in_rows)
{
    if (f.space == Space::shared) return about_patch(f);
    if (f.space != Space::global || !outside_of_array(f) || f.access != Access::read || went_below_zero(f)) return {};
    if (f.outside == Outside::past_end) return Diagnosis{Mistake::ghost_read_past_end};
    return Diagnosis{in_rows ? Mistake::ghost_pixel_before_start : Mistake::ghost_read_before_start};
}

std::optional<Diagnosis> about_moving_sums(const Finding& f, int width)
{
    if (!outside_of_array(f) || f.space != Space::global || f.access != Access::write || f.index.size() != 1) return {};
    if (f.outside == Outside::past_end) return Diagnosis{Mistake::row_below_image};
    return Diagnosis{Mistake::row_not_complete, {.row = (f.index[0] + 1) / width - 1}};
}

std::optional<Diagnosis> about_core(const Finding& f)
{
    if (f.space != Space::shared) return {};
    if (f.kind == FindingKind::uninitialised) return Diagnosis{Mistake::core_gap};
    if (f.kind == FindingKind::out_of_bounds) return Diagnosis{Mistake::sum_leaves_core};
    return {};
}

}  // namespace halo::lab
