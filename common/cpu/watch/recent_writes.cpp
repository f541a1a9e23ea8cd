#include "cpu/watch/recent_writes.hpp"

#include <algorithm>

namespace halo::cpu {

void WriteLog::launch_begins()
{
    const std::lock_guard lock(mutex_);
    if (ring_ == nullptr) {
        ring_ = std::make_unique_for_overwrite<Write[]>(kKept);
        offsets_ = std::make_unique_for_overwrite<Offsets[]>(kKept);
    }
    blocks_.clear();
    written_ = kept_ = 0;
    full_ = false;
    began_ = kIdle;
}

void WriteLog::block_begins(std::uint64_t block, std::uint64_t now, std::uint64_t oldest)
{
    const std::lock_guard lock(mutex_);
    if (!blocks_.empty()) {
        blocks_.back().ended = now;
        blocks_.back().end = written_;
    }
    while (!blocks_.empty() && blocks_.front().ended < oldest) blocks_.pop_front();
    kept_ = blocks_.empty() ? written_.load() : blocks_.front().first;
    full_ = false;
    blocks_.push_back({.number = block, .first = written_});
    began_ = now;
}

/// The oldest block is forgotten, although somebody may ask for it.
bool WriteLog::make_room()
{
    const std::lock_guard lock(mutex_);
    full_ = blocks_.size() == 1;
    if (full_) return false;
    blocks_.pop_front();
    kept_ = blocks_.front().first;
    return true;
}

void WriteLog::add(const Request& r, const Pattern& p)
{
    if (full_) return;
    const std::size_t count = written_;
    while (count - kept_ == kKept)
        if (!make_room()) return;
    Write& write = ring_[count % kKept];
    write.where = p.shape.row ? p.begin : r.where;
    write.lanes = r.lanes;
    write.bytes = r.bytes;
    write.row = p.shape.row;
    std::copy_n(r.value, kWarp, write.value.begin());
    if (!write.row) offsets_[count % kKept] = r.offset;
    written_.store(count + 1, std::memory_order_release);
    // The next one's lines come while the next warp runs; or its stores would hold up those to the shadow words behind them.
    const char* next = reinterpret_cast<const char*>(&ring_[(count + 1) % kKept]);
    for (std::size_t line = 0; line < sizeof(Write); line += 64) __builtin_prefetch(next + line, 1);
}

std::uintptr_t WriteLog::place(std::size_t write, unsigned lane) const
{
    const Write& w = ring_[write % kKept];
    if (w.row) return w.where + std::uintptr_t(lane - unsigned(std::countr_zero(w.lanes))) * w.bytes;
    return w.where + static_cast<std::uintptr_t>(std::intptr_t(offsets_[write % kKept][lane]));
}

std::optional<std::uint32_t> WriteLog::find(std::uint64_t block, std::uintptr_t address, std::uint32_t bytes)
{
    const std::lock_guard lock(mutex_);
    const auto of_block = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& b) { return b.number == block; });
    if (of_block == blocks_.end()) return {};
    const bool runs = of_block->ended == kIdle;
    if (runs && full_) return {};
    for (const std::size_t end = runs ? written_.load(std::memory_order_acquire) : of_block->end; of_block->sorted < end;
         ++of_block->sorted) {
        const Write& write = ring_[of_block->sorted % kKept];
        for_each_lane(write.lanes, [&](unsigned lane) {
            of_block->by_place[place(of_block->sorted, lane)] = {write.bytes, write.value[lane]};
        });
    }
    const auto found = of_block->by_place.find(address);
    if (found == of_block->by_place.end() || found->second.bytes != bytes) return {};
    return found->second.value;
}

void RecentWrites::join(WriteLog& log)
{
    log.launch_begins();
    logs_[joined_++] = &log;
}

/// What a block stored that ended before all that run now began, they find in memory.
void RecentWrites::block_begins(WriteLog& own, std::uint64_t block)
{
    std::uint64_t oldest = WriteLog::kIdle;
    for (const std::atomic<WriteLog*>& joined : logs_)
        if (const WriteLog* log = joined; log != nullptr && log != &own) oldest = std::min(oldest, log->began());
    own.block_begins(block, ++now_, oldest);
}

std::optional<std::uint32_t> RecentWrites::find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t address,
                                                          std::uint32_t bytes)
{
    for (const std::atomic<WriteLog*>& joined : logs_)
        if (WriteLog* log = joined; log != nullptr && log != &own)
            if (const auto value = log->find(block, address, bytes)) return value;
    return {};
}

}  // namespace halo::cpu
