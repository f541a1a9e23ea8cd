#include "engine/memory/saved_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/memory/host_memory.hpp"

namespace halo::engine {
namespace {

constexpr std::uint64_t kMebi = 1 << 20, kWord = 4;

/// As many bytes as a launch of so many threads may well store, so that of a large array only the part is copied that a small launch needs.
std::uint64_t piece_for(std::uint64_t cuda_threads) { return std::clamp<std::uint64_t>(std::bit_ceil(cuda_threads) * 16, kMebi / 16, 64 * kMebi); }
std::uint64_t most_for(std::uint64_t cuda_threads) { return std::clamp<std::uint64_t>(cuda_threads * 256, 64 * kMebi, 1024 * kMebi); }

}  // namespace

SavedMemory::SavedMemory(std::uint64_t cuda_threads) : piece_bytes_(piece_for(cuda_threads)), most_bytes_(most_for(cuda_threads)) {}

void SavedMemory::save(Range range)
{
    Piece* piece = nullptr;
    {
        const std::lock_guard lock(mutex_);
        piece = &pieces_[range.begin];
    }
    std::call_once(piece->saved, [&] {     // another host thread that wants to store here waits
        piece->bytes = range.end - range.begin;
        piece->content = std::make_unique_for_overwrite<char[]>(piece->bytes);
        std::memcpy(piece->content.get(), reinterpret_cast<const void*>(range.begin), piece->bytes);
        saved_bytes_.fetch_add(piece->bytes, std::memory_order_relaxed);
    });
}

Range SavedMemory::before_store(std::uintptr_t address, std::uint64_t bytes, Range array)
{
    const Arena& arena = Arena::instance();
    const std::uintptr_t end = address + bytes;
    std::uint64_t piece_bytes = piece_bytes_;
    if (arena.contains(address)) {
        const Allocation* const allocation = arena.find(address);
        const bool outside = allocation == nullptr || allocation->freed || address >= allocation->end();
        if (outside) return {address, end};    // a finding, and nothing that a right program reads
        array = {allocation->base, allocation->end()};
    } else if (const Allocation* const registered = registered_memory(address, bytes)) {
        stores_to_registered_.store(true, std::memory_order_relaxed);
        array = {registered->base, registered->end()};
        piece_bytes = kWord;
    }
    const auto piece_at = [&](std::uintptr_t place) {
        const std::uintptr_t begin = place / piece_bytes * piece_bytes;
        return Range{std::max(begin, array.begin), std::min(begin + piece_bytes, array.end)};
    };
    for (std::uintptr_t place = address; place < std::min(end, array.end); place = piece_at(place).end) save(piece_at(place));
    return piece_at(address);
}

void SavedMemory::before_marking(std::uintptr_t address)
{
    const std::uintptr_t page = address / Arena::kPage * Arena::kPage;
    const std::uint64_t* const cells = Arena::instance().shadow(page);
    std::uint64_t some = 0, all = Arena::kWritten;
    for (std::size_t i = 0; i < Arena::kPage / 4; ++i) some |= cells[i], all &= cells[i];
    if (all == Arena::kWritten) return;      // nothing to add
    Marks marks;
    if ((some & Arena::kWritten) != 0) {
        marks = std::make_unique<Marks::element_type>();
        for (std::size_t i = 0; i < marks->size(); ++i)
            (*marks)[i] = std::uint8_t((cells[2 * i] & Arena::kWritten) | (cells[2 * i + 1] & Arena::kWritten) << 4);
    }
    const std::lock_guard lock(mutex_);
    marks_.try_emplace(page, std::move(marks));
}

void SavedMemory::changed(std::uint32_t& place, std::uint32_t former)
{
    const std::lock_guard lock(mutex_);
    numbers_.emplace_back(&place, former);
}

void SavedMemory::undo()
{
    for (const auto& [address, piece] : pieces_) std::memcpy(reinterpret_cast<void*>(address), piece.content.get(), piece.bytes);
    for (const auto& [page, marks] : marks_) {
        std::uint64_t* const cells = Arena::instance().shadow(page);
        for (std::size_t i = 0; i < Arena::kPage / 4; ++i) {
            const std::uint64_t former = marks == nullptr ? 0 : (*marks)[i / 2] >> i % 2 * 4 & Arena::kWritten;
            cells[i] = (cells[i] & ~Arena::kWritten) | former;
        }
    }
    for (const auto& [place, former] : numbers_) *place = former;
}

}  // namespace halo::engine
