#include "engine/watch/releases.hpp"

#include <algorithm>

namespace halo::engine {

bool ReleaseSet::contains(std::uint32_t number) const
{
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), number, [](std::uint32_t n, const Range& r) { return n < r.first; });
    return after != ranges_.begin() && number < std::prev(after)->end;
}

void ReleaseSet::add_range(Range range)
{
    auto first = std::lower_bound(ranges_.begin(), ranges_.end(), range.first, [](const Range& r, std::uint32_t n) { return r.end < n; });
    auto last = first;
    for (; last != ranges_.end() && last->first <= range.end; ++last) {
        range.first = std::min(range.first, last->first);
        range.end = std::max(range.end, last->end);
    }
    if (first == last) {
        ranges_.insert(first, range);
        return;
    }
    *first = range;
    ranges_.erase(first + 1, last);
}

std::uint32_t Releases::add(const Release& release)
{
    const std::lock_guard lock(mutex_);
    any_.store(true, std::memory_order_relaxed);
    const auto number = std::uint32_t(all_.size());
    all_.push_back(release);
    of_block_[release.block].push_back(number);
    return number;
}

void Releases::replace(std::uint32_t number, const Release& release)
{
    const std::lock_guard lock(mutex_);
    all_[number] = release;
}

void Releases::publish(std::uintptr_t address, const ReleaseSet& releases)
{
    const std::lock_guard lock(mutex_);
    published_[address].add(releases);
}

void Releases::acquire(std::uintptr_t address, ReleaseSet& into) const
{
    const std::lock_guard lock(mutex_);
    if (const auto found = published_.find(address); found != published_.end()) into.add(found->second);
}

bool Releases::cover(const ReleaseSet& known, std::uint64_t block, std::uint32_t thread, std::uint32_t stamp) const
{
    const std::lock_guard lock(mutex_);
    const auto numbers = of_block_.find(block);
    if (numbers == of_block_.end()) return false;
    return std::any_of(numbers->second.rbegin(), numbers->second.rend(),
                       [&](std::uint32_t number) { return all_[number].covers(thread, stamp) && known.contains(number); });
}

void Releases::clear()
{
    const std::lock_guard lock(mutex_);
    all_.clear();
    of_block_.clear();
    published_.clear();
}

}  // namespace halo::engine
