#include "engine/watch/recent_writes.hpp"

#include <algorithm>
#include <bit>

namespace halo::engine {

void WriteLog::launch_begins()
{
    const std::lock_guard lock(mutex_);
    if (ring_ == nullptr) {
        ring_ = std::make_unique_for_overwrite<Write[]>(kKept);
        offsets_ = std::make_unique_for_overwrite<Offsets[]>(kKept);
    }
    blocks_.clear();
    written_ = kept_ = room_ = 0;
}

/// `block` is about to store; it may be a new block.
void WriteLog::make_room(std::uint64_t block, std::size_t count)
{
    const std::lock_guard lock(mutex_);
    if (count == room_) {
        room_ += kDropped;
        kept_ = std::max(room_, kKept) - kKept;
    }
    if (blocks_.empty() || block != block_) {
        if (!blocks_.empty()) blocks_.back().end = count;
        blocks_.push_back({.number = block, .first = count});
        block_ = block;
    }
    while (blocks_.size() > 1 && blocks_.front().end <= kept_) blocks_.pop_front();
}

void WriteLog::add(std::uint64_t block, const Request& r, const Pattern& p)
{
    const std::size_t count = written_;
    if (count == room_ || block != block_) make_room(block, count);
    Write& write = ring_[count % kKept];
    write.where = p.shape.row ? p.begin : r.where;
    write.lanes = r.lanes;
    write.bytes = r.bytes;
    write.row = p.shape.row;
    std::copy_n(r.value, kWarp, write.value.begin());
    if (!write.row) offsets_[count % kKept] = r.offset;
    written_.store(count + 1, std::memory_order_release);
    // Prefetch the next entry while the next warp runs: otherwise its stores delay those to the shadow words that follow.
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
    const auto of_block = std::find_if(blocks_.rbegin(), blocks_.rend(), [&](const Block& b) { return b.number == block; });
    if (of_block == blocks_.rend()) return {};
    const bool runs = of_block == blocks_.rbegin();
    const std::size_t end = runs ? written_.load(std::memory_order_acquire) : of_block->end;
    for (std::size_t i = std::max(of_block->sorted, kept_); i < end; ++i) {
        const Write& write = ring_[i % kKept];
        for_each_lane(write.lanes, [&](unsigned lane) { of_block->by_place[place(i, lane)] = {write.bytes, write.value[lane]}; });
    }
    of_block->sorted = end;
    const auto found = of_block->by_place.find(address);
    if (found == of_block->by_place.end() || found->second.bytes != bytes) return {};
    return found->second.value;
}

void RecentWrites::join(WriteLog& log)
{
    log.launch_begins();
    logs_[joined_++] = &log;
}

std::optional<std::uint32_t> RecentWrites::find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t address,
                                                          std::uint32_t bytes)
{
    for (const std::atomic<WriteLog*>& joined : logs_)
        if (WriteLog* log = joined; log != nullptr && log != &own)
            if (const auto value = log->find(block, address, bytes)) return value;
    return {};
}

}  // namespace halo::engine
