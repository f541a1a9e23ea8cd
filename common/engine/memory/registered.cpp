#include "engine/memory/registered.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace halo::engine {

Registered& Registered::instance()
{
    static Registered* table = new Registered;
    return *table;
}

bool Registered::add(void* pointer, std::size_t bytes, unsigned flags)
{
    const std::lock_guard lock(mutex_);
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    const Range* const before = begins_before(begin + bytes - 1);
    if (before != nullptr && before->memory.end() > begin) return false;
    Range& range = all_.emplace_back();
    range.memory = {.base = begin, .bytes = bytes, .label = {}, .at = {}, .freed = false, .initialised = true, .type = MemoryType::pinned};
    range.flags = flags;
    // Not a vector: pages come when a kernel uses them.
    range.words.reset(static_cast<std::uint64_t*>(std::calloc(range.word_count(), sizeof(std::uint64_t))));
    ranges_[begin] = &range;
    return true;
}

bool Registered::remove(void* pointer)
{
    const std::lock_guard lock(mutex_);
    const auto known = ranges_.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (known == ranges_.end()) return false;
    known->second->memory.freed = true;
    known->second->words.reset();
    ranges_.erase(known);
    return true;
}

const Registered::Range* Registered::find(std::uintptr_t address, std::uint64_t bytes) const
{
    const std::lock_guard lock(mutex_);
    const Range* const range = begins_before(address);
    return range == nullptr || address + bytes > range->memory.end() ? nullptr : range;
}

const Registered::Range* Registered::near(std::uintptr_t address, std::uint64_t reach) const
{
    const std::lock_guard lock(mutex_);
    const Range* const range = begins_before(address);
    return range == nullptr || address >= range->memory.end() + reach ? nullptr : range;
}

void Registered::launch_begins()
{
    const std::lock_guard lock(mutex_);
    for (const auto& [address, range] : ranges_)
        if (std::exchange(range->used, false)) std::fill_n(range->words.get(), range->word_count(), 0);
}

std::uint64_t* Registered::shadow(std::uintptr_t address)
{
    const std::lock_guard lock(mutex_);
    Range* const range = begins_before(address);
    range->used = true;
    return &range->words[address / 4 - range->memory.base / 4];
}

std::vector<const Registered::Range*> Registered::used() const
{
    const std::lock_guard lock(mutex_);
    std::vector<const Range*> out;
    for (const auto& [address, range] : ranges_)
        if (range->used) out.push_back(range);
    return out;
}

Registered::Range* Registered::begins_before(std::uintptr_t address) const
{
    const auto after = ranges_.upper_bound(address);
    return after == ranges_.begin() ? nullptr : std::prev(after)->second;
}

}  // namespace halo::engine
