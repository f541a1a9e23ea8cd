#include "cpu/watch/shared_race.hpp"

#include <algorithm>

namespace halo::cpu {
namespace {

void anchor() {}

}  // namespace

std::int32_t SharedRace::pack(std::uintptr_t site)
{
    return static_cast<std::int32_t>(static_cast<std::intptr_t>(site - reinterpret_cast<std::uintptr_t>(&anchor)));
}

std::uintptr_t SharedRace::unpack(std::int32_t distance)
{
    return reinterpret_cast<std::uintptr_t>(&anchor) + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(distance));
}

Sighting SharedRace::sighting(const BlockState& block, const ThreadState& thread, const MemoryAccess& access,
                              std::uint32_t place)
{
    Sighting s = sighting_of(FindingKind::race, block, thread, access);
    s.where = place;
    return s;
}

void SharedRace::word(const BlockState& block, const ThreadState& thread, const MemoryAccess& access,
                      std::uint32_t place, SightingLog& log)
{
    Cell& cell = words_[place / 4];
    conflicts(cell, block, thread, access, place, log);
    if (!byte_epochs_.empty() && byte_epochs_[place / 4] == block.epoch)
        for (std::uint32_t i = 0; i < 4; ++i) conflicts(bytes_[place + i], block, thread, access, place + i, log);
    remember(cell, block, thread, access);
}

void SharedRace::byte(const BlockState& block, const ThreadState& thread, const MemoryAccess& access,
                      std::uint32_t place, SightingLog& log)
{
    if (byte_epochs_.size() < words_.size()) {
        byte_epochs_.resize(words_.size());
        bytes_.resize(words_.size() * 4);
    }
    conflicts(words_[place / 4], block, thread, access, place, log);
    conflicts(bytes_[place], block, thread, access, place, log);
    byte_epochs_[place / 4] = block.epoch;
    remember(bytes_[place], block, thread, access);
}

void SharedRace::conflicts(const Cell& cell, const BlockState& block, const ThreadState& thread,
                           const MemoryAccess& access, std::uint32_t place, SightingLog& log)
{
    const auto me = static_cast<std::uint16_t>(thread.linear);
    const bool reads = access.kind == Access::read, atomic = access.kind == Access::atomic;
    const bool written_by_other = cell.write_epoch == block.epoch && cell.writer != me;

    if (reads && written_by_other) {
        // Told from the writer's side, whoever came first.
        Sighting s = sighting(block, thread, access, place);
        s.other_site = s.site;
        s.other_access = s.access;
        s.other_thread = s.thread;
        s.site = unpack(cell.write_site);
        s.access = cell.atomic ? Access::atomic : Access::write;
        s.thread = cell.writer;
        log.add(s);
    }
    if (reads) return;

    if (cell.read_epoch == block.epoch) {
        const int other = cell.reader[0] != me ? 0 : cell.second_reader ? 1 : -1;
        if (other >= 0) {
            Sighting s = sighting(block, thread, access, place);
            s.other_site = unpack(cell.read_site[other]);
            s.other_access = Access::read;
            s.other_thread = cell.reader[other];
            log.add(s);
        }
    }
    if (!written_by_other || (atomic && cell.atomic)) return;
    Sighting s = sighting(block, thread, access, place);
    s.other_site = unpack(cell.write_site);
    s.other_access = cell.atomic ? Access::atomic : Access::write;
    s.other_thread = cell.writer;
    if (s.other_site < s.site) {  // the same pair has the same name in every thread order
        std::swap(s.site, s.other_site);
        std::swap(s.access, s.other_access);
        std::swap(s.thread, s.other_thread);
    }
    if (atomic) {
        log.add(s);
    } else if (pending_.bytes == 0) {
        pending_.sighting = s;
        pending_.address = access.address;
        pending_.bytes = std::min<std::uint32_t>(access.bytes, sizeof pending_.before);
        std::memcpy(pending_.before, reinterpret_cast<const void*>(access.address), pending_.bytes);
    }
}

void SharedRace::remember(Cell& cell, const BlockState& block, const ThreadState& thread, const MemoryAccess& access)
{
    const auto me = static_cast<std::uint16_t>(thread.linear);
    if (access.kind == Access::read) {
        if (cell.read_epoch != block.epoch) {
            cell.read_epoch = block.epoch;
            cell.reader[0] = me;
            cell.read_site[0] = pack(access.site);
            cell.second_reader = false;
        } else if (cell.reader[0] != me && !cell.second_reader) {
            cell.second_reader = true;
            cell.reader[1] = me;
            cell.read_site[1] = pack(access.site);
        }
        return;
    }
    // A thread's own atomic does not wash its plain write clean: the others' atomics still race with that.
    const bool atomic = access.kind == Access::atomic;
    if (atomic && cell.write_epoch == block.epoch && cell.writer == me && !cell.atomic) return;
    cell.write_epoch = block.epoch;
    cell.writer = me;
    cell.write_site = pack(access.site);
    cell.atomic = atomic;
}

void SharedRace::settle(SightingLog& log)
{
    if (pending_.bytes == 0) return;
    if (std::memcmp(pending_.before, reinterpret_cast<const void*>(pending_.address), pending_.bytes) != 0)
        log.add(pending_.sighting);
    pending_.bytes = 0;
}

}  // namespace halo::cpu
