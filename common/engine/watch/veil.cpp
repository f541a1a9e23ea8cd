#include "engine/watch/veil.hpp"

#include <algorithm>

#include "engine/memory/arena.hpp"
#include "engine/memory/program_heap.hpp"

namespace halo::engine {
namespace {

/// Changes every float, zero as well, by much.
unsigned char other(unsigned char byte, std::uintptr_t address)
{
    constexpr unsigned char kChange[] = {0x5a, 0x5a, 0x5a, 0x3f};
    return byte ^ kChange[address % 4];
}

unsigned char* memory(std::uintptr_t address) { return reinterpret_cast<unsigned char*>(address); }

}  // namespace

/// Ranges may overlap: what is covered already is left out.
void Veil::cover(const Range& range)
{
    std::uintptr_t begin = range.begin;
    auto next = regions_.upper_bound(begin);
    if (next != regions_.begin()) begin = std::max(begin, std::prev(next)->second.end());
    while (begin < range.end) {
        const std::uintptr_t end = next == regions_.end() ? range.end : std::min(range.end, next->first);
        if (begin < end) {
            Region& region = regions_[begin] = {begin, {memory(begin), memory(end)}};
            for (std::uintptr_t at = begin; at < end; ++at) *memory(at) = other(region.truth[at - begin], at);
        }
        if (next == regions_.end()) return;
        begin = std::max(end, next->second.end());
        ++next;
    }
}

void Veil::drop(const std::vector<Range>& more)
{
    for (const Allocation& one : Arena::instance().allocations())
        if (!one.freed) cover({one.base, one.end()});
    Layout::instance().device_variables().for_each([&](const Variable& one) { cover({one.start, one.start + one.bytes}); });
    for (const Range& block : ProgramHeap::blocks()) cover(block);
    for (const Range& range : more) cover(range);
}

template <class Visit>
void Veil::in_regions(const Window& window, Visit visit)
{
    const std::uintptr_t end = window.address + window.bytes;
    auto region = regions_.upper_bound(window.address);
    if (region != regions_.begin()) --region;
    for (; region != regions_.end() && region->first < end; ++region) {
        const std::uintptr_t first = std::max(window.address, region->first), past = std::min(end, region->second.end());
        if (first < past) visit(region->second, first, past);
    }
}

/// What windows share must be taken from all of them before any is veiled.
void Veil::close()
{
    for (const Window& window : open_)
        if (window.stores) in_regions(window, [](Region& region, std::uintptr_t first, std::uintptr_t end) {
            std::copy(memory(first), memory(end), region.truth.begin() + std::ptrdiff_t(first - region.begin));
        });
    for (const Window& window : open_) in_regions(window, [](Region& region, std::uintptr_t first, std::uintptr_t end) {
        for (std::uintptr_t at = first; at < end; ++at) *memory(at) = other(region.truth[at - region.begin], at);
    });
    open_.clear();
}

void Veil::access(std::uint64_t thread, std::uintptr_t address, std::uint64_t bytes, bool stores)
{
    close();
    Window& last = last_[thread];
    if (last.bytes != 0) open_.push_back(last);
    last = {address, bytes, stores};
    open_.push_back(last);
    for (const Window& window : open_) in_regions(window, [](Region& region, std::uintptr_t first, std::uintptr_t end) {
        std::copy_n(region.truth.begin() + std::ptrdiff_t(first - region.begin), end - first, memory(first));
    });
}

void Veil::lift()
{
    close();
    for (const auto& [begin, region] : regions_) std::ranges::copy(region.truth, memory(begin));
    regions_.clear();
    last_.clear();
}

}  // namespace halo::engine
