#include "findings/fields_of_refusal.hpp"

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "findings/fields.hpp"
#include "findings/refusal.hpp"

namespace halo::of_refusal {

std::string byte_count(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

std::string extents(const Index3& i)
{
    if (i.z != 1) return fmt::format("{} x {} x {}", i.x, i.y, i.z);
    return i.y != 1 ? fmt::format("{} x {}", i.x, i.y) : std::to_string(i.x);
}

std::string block_threads(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const Index3& b = e.refusal->block;
    const std::string sides = extents(b);
    const bool product = sides.find('x') != std::string::npos;
    return fmt::format("{}{} threads", product ? sides + " = " : "", std::uint64_t(b.x) * b.y * b.z);
}

std::string launch_numbers(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const Refusal& r = *e.refusal;
    const std::string shared = r.limit == LaunchLimit::dynamic_shared ? fmt::format(", {}", r.shared_bytes) : "";
    return fmt::format("<<<({},{},{}), ({},{},{}){}>>>", r.grid.x, r.grid.y, r.grid.z, r.block.x, r.block.y, r.block.z, shared);
}

std::string pointer(const Refusal& r, const RefusedPointer& p)
{
    if (p.to == PointerTo::nothing) return "a null pointer";
    if (!p.array.empty()) return p.array;
    return p.to == PointerTo::host                              ? "a host array"
           : &p == &r.source && p.to != PointerTo::elsewhere    ? "its source"
           : &p == &r.target && p.to != PointerTo::elsewhere    ? "its target"
                                                                 : "an address in no array";
}

std::string allocated_in(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const RefusedPointer& p = at_fault(*e.refusal);
    const bool here = p.allocated.line > 0 && p.allocated.file == e.refusal->at.file;
    return here ? fmt::format("{} is allocated in line {}", p.array.empty() ? "it" : p.array, p.allocated.line) : "";
}

std::string set_by(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const RefusedPointer& p = at_fault(*e.refusal);
    const bool here = p.allocated.line > 0 && p.allocated.file == e.refusal->at.file;
    return fmt::format("{} was set by {}{}", p.array.empty() ? "it" : p.array, p.allocator, here ? fmt::format(" in line {}", p.allocated.line) : "");
}

std::string copied(const Evidence& e, const Words& w)
{
    if (!e.refusal) return kMissingField;
    const Refusal& r = *e.refusal;
    if (r.kind == RefusedCall::fill) return allocated_in(e, w);
    const auto named = [&](const RefusedPointer& p) {
        const bool here = p.allocated.line > 0 && p.allocated.file == r.at.file;
        return pointer(r, p) + (here ? fmt::format(" (allocated in line {})", p.allocated.line) : "");
    };
    const std::string direction = r.kind == RefusedCall::copy ? direction_name(r.direction) : "";
    return fmt::format("{}from {} to {}", direction.empty() ? "" : direction + ", ", named(r.source), named(r.target));
}

std::string bytes_there(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const RefusedPointer& p = at_fault(*e.refusal);
    return fmt::format("{}{}", p.there, p.before > 0 && e.refusal->offset == 0 ? " from there on" : "");
}

std::string element_count(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissingField;
    const RefusedPointer& p = at_fault(*e.refusal);
    if (p.is_float && (p.element_bytes == 4 || p.element_bytes == 8)) return counted(p.there, p.element_bytes == 4 ? "float" : "double");
    return fmt::format("{} of {} bytes", counted(p.there, "element"), p.element_bytes);
}

std::int64_t direction_of(const Refusal& r)
{
    return mistake_of(r) == Mistake::offset_for_direction ? std::int64_t(r.offset) : r.direction;
}

}  // namespace halo::of_refusal
