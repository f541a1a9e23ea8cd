// A copy or a fill is made: of a box of bytes, which has one row where the copy is a plain one. What watchers and messages need of it is noted.

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/headers/halo/memory_api.hpp"
#include "engine/memory/device_copies.hpp"
#include "engine/memory/host_arrays.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/layout.hpp"
#include "engine/api/places.hpp"
#include "engine/session/caller.hpp"
#include "engine/session/session.hpp"
#include "engine/session/turn.hpp"
#include "engine/watch/followed.hpp"
#include "engine/watch/recorder.hpp"

namespace halo::engine {
namespace {

/// Which sides may use the memory at a pointer.
struct Sides {
    bool host = false, device = false;
};

/// On a card, a variable's name cannot be used as a device address: only cudaGetSymbolAddress returns that.
Sides sides_of(const void* pointer, bool symbols_by_name = false)
{
    if (is_symbol(pointer)) return {.host = false, .device = symbols_by_name || symbol_address_is_known(pointer)};
    const Arena& arena = Arena::instance();
    if (!arena.contains(address_of(pointer)))
        return {.host = true, .device = registered_memory(address_of(pointer), 1) != nullptr};
    const Allocation* allocation = arena.find(address_of(pointer));
    return {.host = allocation != nullptr && allocation->host_access(), .device = true};
}

/// The whole range is in one live allocation or variable; host memory is not checked.
bool usable(const void* pointer, std::size_t bytes)
{
    if (is_symbol(pointer)) {
        return bytes <= bytes_of_symbol(pointer);
    }
    if (!Arena::instance().contains(address_of(pointer))) return pointer != nullptr;
    const Allocation* allocation = Arena::instance().find(address_of(pointer));
    return allocation != nullptr && !allocation->freed && address_of(pointer) < allocation->end() &&
           bytes <= allocation->end() - address_of(pointer);
}

bool fits(cudaMemcpyKind kind, Sides target, Sides source)
{
    switch (kind) {
    case cudaMemcpyHostToHost:  // no card refuses this, whatever the pointers are
    case cudaMemcpyDefault: return true;
    case cudaMemcpyHostToDevice: return target.device && source.host;
    case cudaMemcpyDeviceToHost: return target.host && source.device;
    case cudaMemcpyDeviceToDevice: return target.device && source.device;
    }
    return false;
}

/// A side of a copy that is in a named host array.
struct HostSide {
    NamedArray* named = nullptr;
    std::uintptr_t start = 0;
    std::size_t asked = 0;

    HostSide(const Pitched& place, const Box& box)
        : named(HostArrays::instance().near(address_of(place.start))), start(address_of(place.start)), asked(place.span(box))
    {
    }
    std::size_t there() const { return start < named->begin || start > named->end ? 0 : named->end - start; }

    RawFinding finding(FindingKind kind, Access access) const
    {
        RawFinding s;
        s.kind = kind;
        s.kernel = RawFinding::kHost;
        s.outside = start < named->begin ? Outside::before_start : Outside::past_end;
        s.space = Space::host;
        s.host_array = named->array;
        s.site = CalledCopy::site();
        s.call = CalledCopy::name() != nullptr ? CalledCopy::name() : "cudaMemcpy";
        s.access = access;
        s.where = start;
        s.asked = asked;
        return s;
    }

    /// Reports a copy that leaves the array, or one of a pointer's size that may be meant for all of it.
    void check(Access access) const
    {
        if (named == nullptr) return;
        if (asked > there()) {
            named->left = true;
            Session::instance().add(finding(FindingKind::out_of_bounds, access));
        } else if (start == named->begin && asked == sizeof(void*) && asked < named->array.bytes) {
            Session::instance().add(finding(FindingKind::short_copy, access));
        }
        named->reached = std::max(named->reached, std::min(start + asked, named->end) - named->begin);
    }

    /// How many of these bytes the array has.
    std::size_t held(const char* from, std::size_t bytes) const
    {
        if (named == nullptr) return bytes;
        const std::uintptr_t first = address_of(from);
        return first < named->begin || first >= named->end ? 0 : std::min(bytes, std::size_t(named->end - first));
    }
};

/// The named array that the variable at this place points to: `&h_in` where `h_in` was meant.
NamedArray* meant_by(const void* place)
{
    const std::uintptr_t address = address_of(place);
    if (!is_on_stack(address) || HostArrays::instance().near(address) != nullptr) return nullptr;
    std::uintptr_t word;
    std::memcpy(&word, place, sizeof word);
    NamedArray* const named = HostArrays::instance().near(word);
    return named != nullptr && named->begin == word ? named : nullptr;
}

/// Reports a copy to or from the variable that holds an array's address: it would overwrite the variables of functions, or bring them.
bool is_of_pointer_itself(const Pitched& place, const Box& box, Access access)
{
    const std::size_t bytes = place.span(box);
    NamedArray* const named = bytes == sizeof(void*) ? nullptr : meant_by(place.start);
    if (named == nullptr) return false;
    RawFinding s;
    s.kind = FindingKind::out_of_bounds;
    s.kernel = RawFinding::kHost;
    s.outside = Outside::wild;
    s.space = Space::host;
    s.host_array = named->array;
    s.site = CalledCopy::site();
    s.call = CalledCopy::name() != nullptr ? CalledCopy::name() : "cudaMemcpy";
    s.access = access;
    s.where = named->begin;
    s.asked = bytes;
    Session::instance().add(s);
    named->left = true;
    return true;
}

char* at(const Pitched& place, std::size_t row, std::size_t plane)
{
    return static_cast<char*>(const_cast<void*>(place.start)) + plane * place.plane + row * place.pitch;
}

/// Ends the call if host memory that is about to be stored to is not the program's.
void check_host_target(const Pitched& target, const Box& box)
{
    const ProgramScope scope;      // the copy is made for it
    for (std::size_t plane = 0; plane < box.depth; ++plane)
        for (std::size_t row = 0; row < box.height; ++row)
            CalledCopy::check(address_of(at(target, row, plane)), box.width);
}

Refusal refused_copy(const Pitched& target, const Pitched& source, const Box& box, cudaMemcpyKind kind, bool symbols_by_name)
{
    Refusal refusal;
    refusal.kind = symbols_by_name ? RefusedCall::symbol_copy : RefusedCall::copy;
    refusal.direction = kind;
    const bool empty = box.empty();
    refusal.target = refused_pointer(target.start, empty ? 0 : target.span(box), !symbols_by_name);
    refusal.source = refused_pointer(source.start, empty ? 0 : source.span(box), !symbols_by_name);
    return refusal;
}

CopySide side_of(const void* pointer)
{
    if (const NamedArray* named = HostArrays::instance().near(address_of(pointer))) return {named->array.name, named->array.bytes, true};
    const RefusedPointer p = refused_pointer(pointer, 0, false);
    return {p.array, p.before + p.there, p.to == PointerTo::host};
}

/// Managed and pinned memory is on both sides: there the call says what it means.
void note_host_work(Sides to, Sides from, cudaMemcpyKind kind, const Box& box)
{
    const bool fetches = kind == cudaMemcpyDeviceToHost || (kind == cudaMemcpyDefault && to.host && !to.device && from.device);
    const bool sends = kind == cudaMemcpyHostToDevice || (kind == cudaMemcpyDefault && from.host && !from.device && to.device);
    HostWork& work = Session::instance().host_work;
    if (fetches) work.fetched_bytes += box.width * box.height * box.depth;
    if (sends) work.sent_bytes += box.width * box.height * box.depth;
}

void note_filled(const Pitched& target, const Pitched& source, const Box& box)
{
    Arena& arena = Arena::instance();
    const std::uintptr_t start = address_of(target.start);
    const Allocation* const array = arena.contains(start) ? arena.find(start) : nullptr;
    if (array == nullptr) return;
    const std::uint64_t bytes = box.width * box.height * box.depth;
    const NamedArray* const named = HostArrays::instance().near(address_of(source.start));
    arena.mark_filled(start, bytes, named != nullptr ? named->array.name : "",
                      bytes < array->bytes ? return_addresses() : std::vector<std::uintptr_t>{});
}

/// A box whose rows lie otherwise on the device is known by its first row.
void note_device_copy(const Pitched& target, const Pitched& source, const Box& box)
{
    const bool alike = target.pitch == source.pitch && target.plane == source.plane;
    DeviceCopies::instance().add(address_of(source.start), address_of(target.start), alike ? source.span(box) : box.width);
}

void record_copy(const Pitched& target, const Pitched& source, const Box& box)
{
    const std::vector<std::uintptr_t> call = return_addresses();
    Recorder::instance().step({.at = {}, .call = call, .target = side_of(target.start), .source = side_of(source.start),
                               .copied = box.width * box.height * box.depth});
    for (std::size_t plane = 0; plane < box.depth; ++plane)
        for (std::size_t row = 0; row < box.height; ++row)
            Recorder::instance().copied(address_of(at(target, row, plane)), address_of(at(source, row, plane)), box.width, call);
}

}  // namespace

cudaError_t finish()
{
    const Turn turn;
    return Session::instance().take_pending();
}

cudaError_t check_pitch(const Box& box, std::size_t one, std::size_t other)
{
    if (box.empty() || (box.width <= one && box.width <= other)) return cudaSuccess;
    return fail(box.height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue);
}

bool is_symbol(const void* pointer) { return Layout::instance().is_symbol(address_of(pointer)); }

cudaError_t copy_box(const Pitched& target, const Pitched& source, const Box& box, cudaMemcpyKind kind, bool symbols_by_name)
{
    const Turn turn;
    const auto refused = [&](cudaError_t status) { return refuse(status, refused_copy(target, source, box, kind, symbols_by_name)); };
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return refused(cudaErrorInvalidMemcpyDirection);
    if (box.empty()) return cudaSuccess;
    const Sides to = sides_of(target.start, symbols_by_name), from = sides_of(source.start, symbols_by_name);
    const auto somewhere = [](Sides sides) { return sides.host || sides.device; };
    if (!fits(kind, to, from) || !somewhere(to) || !somewhere(from)) return refused(cudaErrorInvalidValue);
    if (target.runs_over(box) || source.runs_over(box) || !usable(target.start, target.span(box)) || !usable(source.start, source.span(box)))
        return refused(cudaErrorInvalidValue);
    note_host_work(to, from, kind, box);
    if (to.host ? is_of_pointer_itself(target, box, Access::write) : from.host && is_of_pointer_itself(source, box, Access::read)) {
        if (!to.host && Arena::instance().contains(address_of(target.start))) Arena::instance().mark_written(address_of(target.start), target.span(box));
        return cudaSuccess;
    }
    const HostSide written(target, box), read(source, box);
    written.check(Access::write);
    read.check(Access::read);
    if (to.host && (written.named == nullptr || written.named->array.constant)) check_host_target(target, box);
    for (std::size_t plane = 0; plane < box.depth; ++plane)
        for (std::size_t row = 0; row < box.height; ++row) {
            char *const to_row = at(target, row, plane), *const from_row = at(source, row, plane);
            const std::size_t held = std::min(written.held(to_row, box.width), read.held(from_row, box.width));
            std::memmove(to_row, from_row, held);
            copy_initialisation(to_row, from_row, held);
            if (Followed::instance().on()) Followed::instance().copied(address_of(to_row), address_of(from_row), held);
            // What a host array lacks has been reported: that it is missing here is a consequence.
            if (held < box.width && Arena::instance().contains(address_of(to_row)))
                Arena::instance().mark_written(address_of(to_row) + held, box.width - held);
        }
    if (to.device && Followed::instance().on()) Followed::instance().moved();
    if (!to.host) note_filled(target, source, box);
    if (!to.host && from.host) note_device_copy(target, source, box);
    if (Recorder::instance().on()) record_copy(target, source, box);
    return cudaSuccess;
}

cudaError_t fill_box(const Pitched& target, int value, const Box& box)
{
    const Turn turn;
    if (box.empty()) return cudaSuccess;
    if (box.height > 1 && target.pitch < box.width) return fail(cudaErrorInvalidValue);
    const Sides to = sides_of(target.start);
    if (!to.device || target.runs_over(box) || !usable(target.start, target.span(box)))
        return refuse(cudaErrorInvalidValue, {.kind = RefusedCall::fill, .target = refused_pointer(target.start, target.span(box))});
    if (to.host && !is_symbol(target.start)) check_host_target(target, box);     // registered: is it still the program's?
    for (std::size_t plane = 0; plane < box.depth; ++plane)
        for (std::size_t row = 0; row < box.height; ++row) {
            std::memset(at(target, row, plane), value, box.width);
            if (Recorder::instance().on()) Recorder::instance().filled(address_of(at(target, row, plane)), box.width);
            if (Followed::instance().on()) Followed::instance().filled(address_of(at(target, row, plane)), box.width, value);
            if (Arena::instance().contains(address_of(at(target, row, plane))))
                Arena::instance().mark_written(address_of(at(target, row, plane)), box.width);
        }
    if (Followed::instance().on()) Followed::instance().moved();
    return cudaSuccess;
}

}  // namespace halo::engine
