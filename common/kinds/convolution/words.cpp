#include "kinds/convolution/words.hpp"

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

}  // namespace

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
