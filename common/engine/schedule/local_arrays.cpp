// The arrays among a thread's local variables: bounds, and whether elements have been stored.

#include <algorithm>
#include <cstring>

#include "engine/schedule/worker.hpp"
#include "engine/watch/first_missing.hpp"

namespace halo::engine {

using halo_engine::LocalRecord;
using halo_engine::LocalShape;

namespace {

/// Marks the bytes as stored.
void note_stored(LocalRecord& array, std::size_t begin, std::size_t bytes)
{
    if (begin % 4 == 0 && bytes == 4) {
        array.stored()[begin / 4] = 0xf;
        return;
    }
    for (std::size_t byte = begin, end = begin + bytes; byte < end;) {
        const std::size_t next = std::min(end, (byte / 4 + 1) * 4);
        array.stored()[byte / 4] |= std::uint8_t(((1u << (next - byte)) - 1u) << byte % 4);
        byte = next;
    }
}

}  // namespace

/// Nothing is stored yet.
void Worker::forget_stores(LocalRecord& array)
{
    array.used = 1;
    const Busy busy(*this);     // the program's calls of memset are accesses
    std::memset(array.stored(), 0, (array.shape->bytes + 3) / 4);
}

/// An access to the thread's own stack: most often to one of its arrays, else to another variable.
void Worker::touch_local(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    LocalRecord* array = halo_now.locals;
    while (array != nullptr && address - array->begin + array->shape->gap >= array->shape->bytes + 2 * array->shape->gap) array = array->outer;
    if (array == nullptr || !runs_student_code()) return;
    const std::uintptr_t offset = address - array->begin;
    const bool outside = offset >= array->shape->bytes || bytes > array->shape->bytes - offset;
    std::uint64_t missing = offset + bytes;
    if (!outside && !array->shape->initialised) {
        if (array->used == 0) forget_stores(*array);
        if (kind != Access::write) missing = first_missing(offset, bytes, [&](std::uint64_t word) { return array->stored()[word]; });
        if (kind != Access::read) note_stored(*array, offset, bytes);
    }
    if (!outside && missing == offset + bytes) return;

    const Busy busy(*this);
    RawFinding s = raw_finding(outside ? FindingKind::out_of_bounds : FindingKind::uninitialised, block_, thread_number());
    s.site = site;
    s.access = kind;
    s.space = Space::local;
    s.local = {array->shape};
    s.where = outside ? offset : missing;
    s.bytes = bytes;
    if (outside) {
        s.outside = address < array->begin ? Outside::before_start : Outside::past_end;
        end_thread(s);
    }
    log().add(s);
}

void Worker::outside_local_array(const LocalShape& shape, std::uint32_t dimension, std::ptrdiff_t row, std::ptrdiff_t index, std::uintptr_t site)
{
    const Busy busy(*this);
    RawFinding s = raw_finding(FindingKind::out_of_bounds, block_, thread_number());
    s.site = site;
    s.space = Space::local;
    s.local = {&shape, dimension, row};
    s.where = std::uint64_t(index);
    s.outside = index < 0 ? Outside::before_start : Outside::past_end;
    end_thread(s);
}

}  // namespace halo::engine
