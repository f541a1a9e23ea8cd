#include "cpu/runtime/arena.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace halo::cpu {
namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kStep = kMiB;               // the arena becomes usable in steps of this
constexpr std::uint64_t kPoisonLimit = 64 * kMiB;   // larger allocations are not filled: their pages stay untouched

// Addresses behind the arena that nothing else may have: an index of 2³² - 1 floats, which is -1 in unsigned arithmetic,
// ends there and can be told from a host pointer.
constexpr std::uint64_t kBehind = 16 * 1024 * kMiB;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

void* reserve(std::uint64_t bytes)
{
    void* range = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? nullptr : range;
}

bool open(void* start, std::uint64_t bytes) { return mprotect(start, bytes, PROT_READ | PROT_WRITE) == 0; }

std::uint64_t device_memory_bytes()
{
    const char* text = std::getenv("HALO_DEVICE_MEMORY");
    const std::uint64_t wanted = text != nullptr ? std::strtoull(text, nullptr, 10) : 0;
    return wanted != 0 ? wanted : 8192 * kMiB;
}

}  // namespace

Arena& Arena::instance()
{
    static Arena* arena = new Arena;  // never destroyed: hooks may run until the very end of the program
    return *arena;
}

Arena::Arena() : capacity_(device_memory_bytes())
{
    // Twice the capacity leaves room for gaps and for addresses that are not used again. Under an address-space
    // limit a smaller range must do.
    std::uint64_t size = std::max<std::uint64_t>(2 * capacity_, 64 * kMiB);
    std::uint64_t behind = kBehind;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        behind = 0;
        size = std::min<std::uint64_t>(size, round_up(limit.rlim_cur / 3, kStep));
    }
    for (; size >= 16 * kMiB; size = round_up(size / 2, kStep)) {
        void* range = reserve(size + behind);
        void* granules = reserve(size / kGranule * sizeof(std::uint32_t));
        void* written = reserve(size / 4);
        if (range != nullptr && granules != nullptr && written != nullptr) {
            base_ = reinterpret_cast<std::uintptr_t>(range);
            size_ = size;
            granules_ = static_cast<std::uint32_t*>(granules);
            written_ = static_cast<std::uint8_t*>(written);
            next_ = kStep;  // a gap in front of the first allocation
            capacity_ = std::min(capacity_, size);
            return;
        }
        if (range != nullptr) munmap(range, size + behind);
        if (granules != nullptr) munmap(granules, size / kGranule * sizeof(std::uint32_t));
        if (written != nullptr) munmap(written, size / 4);
    }
    throw std::bad_alloc();
}

bool Arena::grow(std::uint64_t needed)
{
    if (needed <= mapped_) return true;
    const std::uint64_t target = round_up(needed, kStep);
    if (target > size_) return false;
    const std::uint64_t more = target - mapped_;
    if (!open(reinterpret_cast<void*>(base_ + mapped_), more)) return false;
    // A page of granules covers exactly kStep bytes of the arena, and kStep / 4 bytes of `written_` are whole pages.
    if (!open(granules_ + mapped_ / kGranule, more / kGranule * sizeof(std::uint32_t))) return false;
    if (!open(written_ + mapped_ / 4, more / 4)) return false;
    mapped_ = target;
    return true;
}

void* Arena::allocate(std::uint64_t bytes, std::string name, Place at, MemoryType type)
{
    if (bytes == 0 || bytes > capacity_ - live_bytes_) return nullptr;
    const std::uint64_t taken = round_up(bytes, kGranule);
    const std::uint64_t gap = std::clamp<std::uint64_t>(round_up(bytes, kGranule), kMiB / 16, kMiB);

    Allocation* allocation = nullptr;
    if (next_ + taken + gap <= size_ && grow(next_ + taken + gap)) {
        allocations_.push_back({.base = base_ + next_, .bytes = bytes, .name = {}, .at = {}});
        const auto id = static_cast<std::uint32_t>(allocations_.size());
        std::fill_n(granules_ + next_ / kGranule, taken / kGranule, id);
        next_ += taken + gap;
        allocation = &allocations_.back();
    } else {
        allocation = reuse(bytes);
    }
    if (allocation == nullptr) return nullptr;
    allocation->name = std::move(name);
    allocation->at = std::move(at);
    allocation->type = type;
    void* memory = reinterpret_cast<void*>(allocation->base);
    std::memset(written_ + (allocation->base - base_) / 4, 0, taken / 4);
    if (bytes <= kPoisonLimit) std::memset(memory, 0xff, bytes);  // NaN as float: a value nobody wrote shows
    ++live_count_;
    live_bytes_ += bytes;
    return memory;
}

Allocation* Arena::reuse(std::uint64_t bytes)
{
    for (auto id = free_ids_.begin(); id != free_ids_.end(); ++id) {
        Allocation& old = allocations_[*id - 1];
        if (round_up(old.bytes, kGranule) < bytes) continue;
        // The old record stays as it is for findings that point to it; the granules get a new one.
        allocations_.push_back({.base = old.base, .bytes = bytes, .name = {}, .at = {}});
        const std::uint64_t granules = round_up(old.bytes, kGranule) / kGranule;
        std::fill_n(granules_ + (old.base - base_) / kGranule, granules, std::uint32_t(allocations_.size()));
        free_ids_.erase(id);
        return &allocations_.back();
    }
    return nullptr;
}

bool Arena::release(void* pointer)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!contains(address)) return false;
    auto* allocation = const_cast<Allocation*>(find(address));
    if (allocation == nullptr || allocation->freed || allocation->base != address) return false;
    allocation->freed = true;
    --live_count_;
    live_bytes_ -= allocation->bytes;
    free_ids_.push_back(granules_[(address - base_) / kGranule]);
    if (allocation->bytes >= kStep) madvise(pointer, allocation->bytes, MADV_DONTNEED);
    return true;
}

void Arena::release_all()
{
    for (const Allocation& allocation : allocations_)
        if (!allocation.freed) release(reinterpret_cast<void*>(allocation.base));
}

const Allocation* Arena::nearest(std::uintptr_t address) const
{
    const Allocation* best = nullptr;
    std::uint64_t best_distance = ~0ull;
    for (const Allocation& candidate : allocations_) {
        const std::uint64_t distance = address < candidate.base ? candidate.base - address
                                       : address >= candidate.end() ? address - candidate.end()
                                                                    : 0;
        // Of two at the same distance, or a reused range, the living one is meant.
        if (distance < best_distance || (distance == best_distance && !candidate.freed)) {
            best = &candidate;
            best_distance = distance;
        }
    }
    return best;
}

void Arena::mark_written(std::uintptr_t address, std::uint64_t bytes)
{
    for (; bytes != 0 && address % 4 != 0; ++address, --bytes)
        __atomic_fetch_or(written(address), std::uint8_t(1u << address % 4), __ATOMIC_RELAXED);
    std::memset(written(address), 0x0f, bytes / 4);
    address += bytes / 4 * 4;
    for (bytes %= 4; bytes != 0; ++address, --bytes)
        __atomic_fetch_or(written(address), std::uint8_t(1u << address % 4), __ATOMIC_RELAXED);
}

bool Arena::all_written(std::uintptr_t address, std::uint64_t bytes) const
{
    for (std::uint64_t i = 0; i < bytes; ++i) {
        const std::uintptr_t byte = address + i;
        if ((written_[(byte - base_) / 4] >> byte % 4 & 1) == 0) return false;
    }
    return true;
}

}  // namespace halo::cpu
