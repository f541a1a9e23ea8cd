#include "engine/memory/arena.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "engine/settings.hpp"

namespace halo::engine {
namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kStep = kMiB;               // the arena becomes usable in steps of this
constexpr std::uint64_t kLargePage = 2 * kMiB;
constexpr std::uint64_t kPoisonLimit = 64 * kMiB;   // larger allocations are not filled, so that their pages stay unmapped

// What new memory holds, in each word: NaN as a float, so that uninitialised values are visible. Host code may store to managed and pinned
// memory unseen, so there it is a value that programs hardly ever store.
constexpr std::uint32_t kFill = 0xffffffff, kFillOfHostMemory = 0xfff7a5c3;

// Addresses after the arena, reserved so that nothing else is there: an index of 2³² - 1 floats, which is -1 in unsigned
// arithmetic, lands there and can be distinguished from a host pointer.
constexpr std::uint64_t kReservedAfter = 16 * 1024 * kMiB;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

void* reserve(std::uint64_t bytes)
{
    void* range = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? nullptr : range;
}

/// Whole pages around [start, start + bytes).
bool open(void* start, std::uint64_t bytes)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(start) / 4096 * 4096;
    const auto end = reinterpret_cast<std::uintptr_t>(start) + bytes;
    return mprotect(reinterpret_cast<void*>(begin), round_up(end - begin, 4096), PROT_READ | PROT_WRITE) == 0;
}

/// Pages wholly inside the range now read as zero and use no memory until they are touched.
void give_back_pages(void* start, std::uint64_t bytes)
{
    const auto begin = round_up(reinterpret_cast<std::uintptr_t>(start), 4096);
    const auto end = (reinterpret_cast<std::uintptr_t>(start) + bytes) / 4096 * 4096;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

/// Puts large arrays in large pages, if the system has them: a kernel that walks down a column touches one page per row.
void use_large_pages(void* start, std::uint64_t bytes)
{
    const auto begin = round_up(reinterpret_cast<std::uintptr_t>(start), kLargePage);
    const auto end = (reinterpret_cast<std::uintptr_t>(start) + bytes) / kLargePage * kLargePage;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

std::uint64_t device_memory_bytes()
{
    const auto text = from_environment(kDeviceMemory);
    return text ? *memory_from(*text) : 8192 * kMiB;
}

}  // namespace

Arena& Arena::instance()
{
    static Arena* arena = new Arena;  // never destroyed: hooks may run until the program exits
    return *arena;
}

Arena::Arena() : capacity_(device_memory_bytes())
{
    // Twice the capacity leaves room for gaps and for addresses that are not reused. Under an address-space limit, a
    // smaller range is used.
    std::uint64_t size = std::max<std::uint64_t>(2 * capacity_, 64 * kMiB);
    std::uint64_t reserved_after = kReservedAfter;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        reserved_after = 0;
        size = std::min<std::uint64_t>(size, round_up(limit.rlim_cur / 5, kStep));
    }
    for (; size >= 16 * kMiB; size = round_up(size / 2, kStep)) {
        void* range = reserve(size + reserved_after);
        void* pages = reserve(size / kPage * sizeof(ShadowPage));
        void* shadow = reserve(2 * size);
        if (range != nullptr && pages != nullptr && shadow != nullptr) {
            base_ = reinterpret_cast<std::uintptr_t>(range);
            size_ = size;
            pages_ = static_cast<ShadowPage*>(pages);
            shadow_ = static_cast<std::uint64_t*>(shadow);
            next_ = kStep;  // a gap before the first allocation
            capacity_ = std::min(capacity_, size);
            return;
        }
        if (range != nullptr) munmap(range, size + reserved_after);
        if (pages != nullptr) munmap(pages, size / kPage * sizeof(ShadowPage));
        if (shadow != nullptr) munmap(shadow, 2 * size);
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
    if (!open(pages_ + mapped_ / kPage, more / kPage * sizeof(ShadowPage))) return false;
    if (!open(shadow_ + mapped_ / 4, 2 * more)) return false;
    mapped_ = target;
    return true;
}

void* Arena::allocate(std::uint64_t bytes, Label label, Place at, MemoryType type)
{
    if (bytes == 0 || bytes > capacity_ - live_bytes_) return nullptr;
    const std::uint64_t taken = round_up(bytes, kAlignment);
    const std::uint64_t gap = std::clamp<std::uint64_t>(round_up(bytes, kAlignment), kMiB / 16, kMiB);

    Allocation* allocation = nullptr;
    if (next_ + taken + gap <= size_ && grow(next_ + taken + gap)) {
        allocation = &allocations_.add({.base = base_ + next_, .bytes = bytes, .label = {}, .at = {}});
        assign_pages(*allocation, std::uint32_t(allocations_.size()));
        next_ += taken + gap;
    } else {
        allocation = reuse(bytes);
    }
    if (allocation == nullptr) return nullptr;
    allocation->label = std::move(label);
    allocation->at = std::move(at);
    allocation->type = type;
    void* memory = reinterpret_cast<void*>(allocation->base);
    use_large_pages(memory, bytes);
    use_large_pages(shadow(allocation->base), 2 * bytes);
    forget(*allocation);
    if (bytes <= kPoisonLimit) std::fill_n(static_cast<std::uint32_t*>(memory), (bytes + 3) / 4, fill_of(*allocation));
    else allocation->initialised = allocation->host_access();    // zero, as much of what host code stores
    if (allocation->host_access()) unset_host_memory_.push_back(allocation);
    ++live_count_;
    live_bytes_ += bytes;
    return memory;
}

Allocation* Arena::reuse(std::uint64_t bytes)
{
    for (auto id = free_ids_.begin(); id != free_ids_.end(); ++id) {
        Allocation& old = allocations_[*id - 1];
        if (round_up(old.bytes, kAlignment) < bytes) continue;
        // The old record stays as it is for findings that point to it; the pages get a new one.
        Allocation& again = allocations_.add({.base = old.base, .bytes = bytes, .label = {}, .at = {}});
        assign_pages(old, std::uint32_t(allocations_.size()));
        free_ids_.erase(id);
        return &again;
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
    free_ids_.push_back(page(address).allocation);
    // No other allocation uses these pages, because gaps are wider than a page.
    const std::uintptr_t first = address / 4096 * 4096, last = round_up(allocation->end(), 4096);
    give_back_pages(reinterpret_cast<void*>(first), last - first);
    give_back_pages(shadow(first), 2 * (last - first));
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
        // Of two at the same distance, or in a reused range, prefer the live one.
        if (distance < best_distance || (distance == best_distance && !candidate.freed)) {
            best = &candidate;
            best_distance = distance;
        }
    }
    return best;
}

void Arena::assign_pages(const Allocation& allocation, std::uint32_t id)
{
    // No other allocation uses these pages, because gaps are wider than a page.
    for (std::uint64_t offset = (allocation.base - base_) / kPage; offset <= (allocation.end() - 1 - base_) / kPage; ++offset)
        std::atomic_ref(pages_[offset].allocation).store(id, std::memory_order_release);
}

void Arena::forget(const Allocation& allocation)
{
    const std::uint64_t words = (allocation.bytes + 3) / 4;
    auto* begin = reinterpret_cast<char*>(shadow(allocation.base));
    if (allocation.bytes < kStep) {
        std::memset(begin, 0, words * 8);
        return;
    }
    std::memset(begin, 0, kPage);
    std::memset(begin + words * 8 - kPage, 0, kPage);
    give_back_pages(begin, words * 8);  // zero when touched again
}

void Arena::mark_filled(std::uintptr_t address, std::uint64_t bytes, std::string from, std::vector<std::uintptr_t> call)
{
    auto* allocation = contains(address) ? const_cast<Allocation*>(find(address)) : nullptr;
    if (allocation == nullptr) return;
    allocation->filled = true;
    allocation->filled_from = std::move(from);
    allocation->filled_bytes += bytes;
    if (!call.empty()) allocation->filled_in_part = std::move(call);
}

void Arena::forget_copies()
{
    for (Allocation& allocation : allocations_) allocation.filled = false;
}

std::uint32_t Arena::fill_of(const Allocation& allocation)
{
    if (allocation.bytes > kPoisonLimit) return 0;
    return allocation.host_access() ? kFillOfHostMemory : kFill;
}

std::vector<const Allocation*> Arena::unset_host_memory()
{
    std::erase_if(unset_host_memory_, [](const Allocation* allocation) { return allocation->freed || allocation->initialised; });
    return unset_host_memory_;
}

void Arena::mark_written(std::uintptr_t address, std::uint64_t bytes)
{
    if (bytes == 0) return;
    auto* allocation = const_cast<Allocation*>(find(address));
    if (allocation != nullptr) {
        if (allocation->initialised) return;
        if (address == allocation->base && bytes >= allocation->bytes) {
            allocation->initialised = true;
            return;
        }
    }
    for (std::uintptr_t byte = address; byte < address + bytes;) {
        const std::uintptr_t next = std::min<std::uintptr_t>(address + bytes, (byte / 4 + 1) * 4);
        const std::uint64_t bits = ((1u << (next - byte)) - 1u) << byte % 4;
        const std::atomic_ref word(*shadow(byte));      // host threads may store to its other bytes
        if ((word.load(std::memory_order_relaxed) & bits) != bits) word.fetch_or(bits, std::memory_order_relaxed);
        byte = next;
    }
}

bool Arena::all_written(std::uintptr_t address, std::uint64_t bytes) const
{
    if (const Allocation* allocation = find(address); allocation != nullptr && allocation->initialised) return true;
    for (std::uintptr_t byte = address; byte < address + bytes; ++byte)
        if ((*shadow(byte) >> byte % 4 & 1) == 0) return false;
    return true;
}

void Arena::copy_written(std::uintptr_t target, std::uintptr_t source, std::uint64_t bytes)
{
    const Allocation* from = find(source);
    auto* to = const_cast<Allocation*>(find(target));
    if (from == nullptr || to == nullptr || from->initialised || (source | target | bytes) % 4 != 0) {
        mark_written(target, bytes);
        return;
    }
    if (to->initialised) {
        to->initialised = false;
        for (std::uint64_t* word = shadow(to->base); word != shadow(to->base) + (to->bytes + 3) / 4; ++word) *word |= kWritten;
    }
    for (std::uint64_t i = 0; i < bytes; i += 4)
        *shadow(target + i) = (*shadow(target + i) & ~kWritten) | (*shadow(source + i) & kWritten);
}

}  // namespace halo::engine
