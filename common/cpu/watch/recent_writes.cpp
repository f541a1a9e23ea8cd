#include "cpu/watch/recent_writes.hpp"

#include <algorithm>
#include <utility>

namespace halo::cpu {

void WriteLog::clear()
{
    const std::lock_guard lock(mutex_);
    blocks_.clear();
}

void WriteLog::block_begins(std::uint64_t block, std::uint64_t now)
{
    const std::lock_guard lock(mutex_);
    blocks_.push_back({.number = block, .ended = kIdle, .writes = {}, .by_place = {}, .sorted = 0});
    began_ = now;
}

void WriteLog::block_ends(std::uint64_t now)
{
    const std::lock_guard lock(mutex_);
    blocks_.back().ended = now;
    began_ = kIdle;
}

void WriteLog::forget(std::uint64_t time)
{
    const std::lock_guard lock(mutex_);
    while (!blocks_.empty() && blocks_.front().ended < time) blocks_.pop_front();
}

void WriteLog::add(const Request& write)
{
    const std::lock_guard lock(mutex_);
    std::vector<Request>& writes = blocks_.back().writes;
    if (writes.size() < kMostWrites) writes.push_back(write);
}

std::optional<std::uint32_t> WriteLog::find(std::uint64_t block, std::uintptr_t place, std::uint32_t bytes)
{
    const std::lock_guard lock(mutex_);
    const auto of_block = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& b) { return b.number == block; });
    if (of_block == blocks_.end() || of_block->writes.size() == kMostWrites) return {};
    for (std::size_t& i = of_block->sorted; i < of_block->writes.size(); ++i) {
        const Request& write = of_block->writes[i];
        for (std::uint32_t lanes = write.lanes; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
            of_block->by_place[write.place(lane)] = {write.bytes, write.value[lane]};
        }
    }
    const auto found = of_block->by_place.find(place);
    if (found == of_block->by_place.end() || found->second.bytes != bytes) return {};
    return found->second.value;
}

void RecentWrites::join(WriteLog& log)
{
    log.clear();
    const std::lock_guard lock(mutex_);
    logs_.push_back(&log);
}

/// What a block stored that ended before all that run now began, they find in memory.
void RecentWrites::block_begins(WriteLog& own, std::uint64_t block)
{
    own.block_begins(block, ++now_);
    std::uint64_t oldest = WriteLog::kIdle;
    {
        const std::lock_guard lock(mutex_);
        for (const WriteLog* log : logs_)
            if (log != &own) oldest = std::min(oldest, log->began());
    }
    own.forget(oldest);
}

void RecentWrites::block_ends(WriteLog& own) { own.block_ends(++now_); }

std::optional<std::uint32_t> RecentWrites::find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t place,
                                                          std::uint32_t bytes)
{
    const std::lock_guard lock(mutex_);
    for (WriteLog* log : logs_)
        if (log != &own)
            if (const auto value = log->find(block, place, bytes)) return value;
    return {};
}

}  // namespace halo::cpu
