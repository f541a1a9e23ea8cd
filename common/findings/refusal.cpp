#include "findings/refusal.hpp"

#include <algorithm>
#include <array>

namespace halo {

namespace {

constexpr std::array<std::string_view, 5> kDirections = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                                         "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};
constexpr std::int64_t kToDevice = 1, kToHost = 2, kOnDevice = 3;
constexpr std::uint32_t kFloat = sizeof(float);

bool on_host(const RefusedPointer& p) { return p.to == PointerTo::host || p.to == PointerTo::both; }
bool on_device(const RefusedPointer& p) { return p.to != PointerTo::host && p.to != PointerTo::nothing; }
bool too_long(const RefusedPointer& p) { return p.to != PointerTo::host && p.asked > p.there; }

/// Should it be an array of the device, and is it a variable of host code: `&d_in` for `d_in`?
bool is_variable(const RefusedPointer& p, std::int64_t direction, const Refusal& r)
{
    return r.kind == RefusedCall::copy && p.variable && r.direction == direction;
}

bool fits(std::int64_t direction, const RefusedPointer& target, const RefusedPointer& source)
{
    switch (direction) {
    case kToDevice: return on_device(target) && on_host(source);
    case kToHost: return on_host(target) && on_device(source);
    case kOnDevice: return on_device(target) && on_device(source);
    default: return true;
    }
}

/// Both pointers are there, and the direction does not fit them. Before any launch data go to the device, later they come back:
/// if the direction agrees with that, the pointers are exchanged.
Mistake other_direction(const Refusal& r)
{
    if (is_variable(r.target, kToDevice, r) || is_variable(r.source, kToHost, r)) return Mistake::copy_of_variable;

    // The direction is hardly ever written there.
    if (r.kind == RefusedCall::symbol_copy && r.direction == kToDevice && on_device(r.target) && on_device(r.source)) return Mistake::symbol_from_device;
    const bool exchanged = r.kind == RefusedCall::copy && fits(r.direction, r.source, r.target) && r.direction == (r.launched ? kToHost : kToDevice);
    if (exchanged) return Mistake::copy_exchanged;
    if (r.kind != RefusedCall::copy || r.target.to != PointerTo::host || r.source.to != PointerTo::host) return Mistake::copy_wrong_direction;
    return at_fault(r).allocator.empty() ? Mistake::copy_on_host : Mistake::copy_of_host_block;
}

Mistake too_long(const Refusal& r)
{
    const RefusedPointer& p = at_fault(r);
    if (p.asked >> 62 != 0) return Mistake::copy_of_negative_size;
    const bool would_fit = p.asked <= p.there + r.offset;
    if (r.kind == RefusedCall::symbol_copy && would_fit && r.offset < kDirections.size()) return Mistake::offset_for_direction;
    if (p.before == 0 && p.element_bytes > 1 && p.there * p.element_bytes == p.asked) return Mistake::allocated_elements;
    if (p.before == 0 && p.element_bytes == kFloat && p.there / kFloat * sizeof(void*) == p.asked) return Mistake::copy_sized_by_pointer;
    if (p.before == 0 && p.there == sizeof(void*) && p.element_bytes == kFloat) return Mistake::allocated_pointer_size;
    return Mistake::copy_too_long;
}

Mistake of_copy(const Refusal& r)
{
    const bool two = r.kind != RefusedCall::fill;
    const auto either = [&](PointerTo to) { return r.target.to == to || (two && r.source.to == to); };
    if (r.code == "cudaErrorInvalidSymbol") {
        if (at_fault(r).before > 0 && at_fault(r).to == PointerTo::device) return Mistake::copy_of_part_of_symbol;
        return r.source.to == PointerTo::symbol ? Mistake::copy_of_symbol_second : Mistake::copy_of_no_symbol;
    }
    if (two && direction_name(r.direction).empty()) return Mistake::copy_without_direction;
    if (either(PointerTo::nothing)) return Mistake::copy_of_null;
    if (either(PointerTo::freed)) return Mistake::copy_of_freed;
    if (r.kind != RefusedCall::symbol_copy && either(PointerTo::symbol)) return Mistake::copy_by_symbol;
    if (!two && r.target.to == PointerTo::host) return Mistake::fill_of_host;
    if (two && !fits(r.direction, r.target, r.source)) return other_direction(r);
    return too_long(r.target) || (two && too_long(r.source)) ? too_long(r) : Mistake::copy_refused;
}

Mistake of_free(const RefusedPointer& p)
{
    switch (p.to) {
    case PointerTo::freed: return Mistake::freed_twice;
    case PointerTo::device:
    case PointerTo::both: return p.before > 0 ? Mistake::freed_inside : Mistake::freed_otherwise;
    default: break;
    }
    if (p.to != PointerTo::host) return Mistake::freed_host;
    return p.variable ? Mistake::freed_variable : p.allocator.empty() ? Mistake::freed_host : Mistake::freed_host_block;
}

Mistake of_launch(const Refusal& r)
{
    const bool some_blocks = r.grid.x != 0 && r.grid.y != 0 && r.grid.z != 0;
    const bool some_threads = r.block.x != 0 && r.block.y != 0 && r.block.z != 0;
    switch (r.limit) {
    case LaunchLimit::blocks: return some_blocks ? Mistake::launch_of_many_blocks : Mistake::launch_of_no_blocks;
    case LaunchLimit::threads: return some_threads ? Mistake::launch_of_large_blocks : Mistake::launch_of_no_threads;
    case LaunchLimit::depth: return Mistake::launch_of_deep_blocks;
    case LaunchLimit::static_shared: return Mistake::launch_with_large_arrays;
    case LaunchLimit::dynamic_shared: return Mistake::launch_with_much_shared;
    case LaunchLimit::bounds: return Mistake::launch_beyond_bounds;
    case LaunchLimit::host_function: return Mistake::launch_of_host_function;
    case LaunchLimit::cooperative: return Mistake::launch_of_too_many_together;
    case LaunchLimit::none: break;
    }
    return Mistake::launch_refused;
}

/// Nothing is known but its name.
Mistake of_call(std::string_view call)
{
    if (call.starts_with("cudaMemcpy") || call.starts_with("cudaMemset")) return Mistake::copy_refused;
    if (call.starts_with("cudaFree")) return Mistake::free_refused;
    return call.starts_with("cudaLaunch") ? Mistake::launch_refused : Mistake::call_refused;
}

}  // namespace

Mistake mistake_of(const Refusal& r)
{
    switch (r.kind) {
    case RefusedCall::copy:
    case RefusedCall::symbol_copy:
    case RefusedCall::fill: return of_copy(r);
    case RefusedCall::free: return of_free(r.target);
    case RefusedCall::allocation: return Mistake::allocation_refused;
    case RefusedCall::launch: return of_launch(r);
    case RefusedCall::other: break;
    }
    return of_call(r.call);
}

const RefusedPointer& at_fault(const Refusal& r)
{
    if (r.kind != RefusedCall::copy && r.kind != RefusedCall::symbol_copy) return r.target;
    for (const PointerTo bad : {PointerTo::nothing, PointerTo::freed})
        if (r.source.to == bad) return r.source;
    for (const PointerTo bad : {PointerTo::nothing, PointerTo::freed})
        if (r.target.to == bad) return r.target;
    if (r.kind == RefusedCall::copy && r.source.to == PointerTo::symbol) return r.source;
    if (r.code == "cudaErrorInvalidSymbol" && r.source.before > 0) return r.source;
    if (too_long(r.target)) return r.target;
    // Both on the host: the one that the direction places on the device.
    if (r.target.to == PointerTo::host && r.source.to == PointerTo::host && r.direction == kToHost) return r.source;
    return too_long(r.source) || is_variable(r.source, kToHost, r) ? r.source : r.target;
}

std::string direction_name(std::int64_t direction)
{
    return direction >= 0 && direction < std::int64_t(kDirections.size()) ? std::string(kDirections[std::size_t(direction)]) : std::string();
}

std::int64_t fitting_direction(const Refusal& r)
{
    if (on_device(r.target) && !on_host(r.source)) return kOnDevice;
    return on_device(r.target) ? kToDevice : on_device(r.source) ? kToHost : -1;
}

bool is_refusal(std::string_view code)
{
    constexpr std::array<std::string_view, 8> kDied = {
        "cudaErrorIllegalAddress", "cudaErrorLaunchFailure", "cudaErrorLaunchTimeout", "cudaErrorAssert",
        "cudaErrorMisalignedAddress", "cudaErrorIllegalInstruction", "cudaErrorHardwareStackError", "cudaErrorInvalidPc",
    };
    return !code.empty() && std::ranges::find(kDied, code) == kDied.end();
}

}  // namespace halo
