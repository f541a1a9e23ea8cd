#include "engine/watch/recorder.hpp"

#include <utility>

namespace halo::engine {

Recorder& Recorder::instance()
{
    static Recorder* recorder = new Recorder;
    return *recorder;
}

void Recorder::switch_stores(bool on)
{
    if (on) *this = Recorder();
    on_ = on;
}

void Recorder::switch_block(std::uint32_t launch, const Index3& block)
{
    switch_stores(true);
    block_.launch = launch;
    block_.index = block;
}

StoreRecord& Recorder::record(std::uintptr_t byte)
{
    std::unique_ptr<Page>& page = pages_[byte / kBytesOfPage];
    if (page == nullptr) page = std::make_unique<Page>();
    return (*page)[byte % kBytesOfPage];
}

const StoreRecord* Recorder::last_store(std::uintptr_t address) const
{
    const auto page = pages_.find(address / kBytesOfPage);
    if (page == pages_.end()) return nullptr;
    const StoreRecord& record = (*page->second)[address % kBytesOfPage];
    return record.byte == 0 ? nullptr : &record;
}

void Recorder::store(const BlockState& block, std::uintptr_t byte, const RecordedAccess& access)
{
    StoreRecord& to = record(byte);
    const auto launch = static_cast<std::uint32_t>(launches_.size());
    if (to.byte == 0) to.times = 0;
    if (to.byte == 0 || to.launch != launch) {
        to.first_site = access.site;
        to.first_block = block.linear;
        to.first_thread = access.thread;
        to.several = false;
    }
    to.several |= to.first_block != block.linear || to.first_thread != access.thread;
    to.byte = byte;
    to.site = access.site;
    to.block = block.linear;
    to.thread = access.thread;
    to.launch = launch;
    to.copy = 0;
    to.kind = access.kind;
    ++to.times;
}

void Recorder::step(RecordedStep step)
{
    constexpr std::size_t kMost = 1000;     // a loop of copies
    if (on_ && steps_.size() < kMost) steps_.push_back(std::move(step));
}

void Recorder::access(const BlockState& block, const RecordedAccess& access)
{
    if (!on_) return;
    if (access.kind != Access::read && access.space == Space::global)
        for (std::uintptr_t byte = access.address; byte < access.address + access.bytes; ++byte) store(block, byte, access);
    if (!follows(block)) return;
    block_.dynamic = block.dynamic;
    block_.dynamic_bytes = block.dynamic_bytes;
    block_.accesses.push_back(access);
}

void Recorder::exchange(const BlockState& block, RecordedExchange exchange)
{
    if (!on_ || !follows(block)) return;
    exchange.accesses = block_.accesses.size();
    block_.exchanges.push_back(exchange);
}

void Recorder::barrier(const BlockState& block, int line)
{
    if (on_ && follows(block)) block_.barriers.push_back(line);
}

void Recorder::copied(std::uintptr_t target, std::uintptr_t source, std::uint64_t bytes, const std::vector<std::uintptr_t>& call)
{
    const auto [known, added] = copy_numbers_.try_emplace(call, static_cast<std::uint32_t>(copies_.size() + 1));
    if (added) copies_.push_back(call);
    for (std::uint64_t i = 0; i < bytes; ++i) {
        const std::uint64_t at = target > source ? bytes - 1 - i : i;       // they may overlap
        const StoreRecord* const from = last_store(source + at);
        if (from == nullptr && last_store(target + at) == nullptr) continue;
        StoreRecord moved = from != nullptr ? *from : StoreRecord{};
        moved.copy = known->second;
        record(target + at) = moved;
    }
}

void Recorder::filled(std::uintptr_t target, std::uint64_t bytes)
{
    for (std::uintptr_t byte = target; byte < target + bytes; ++byte)
        if (last_store(byte) != nullptr) record(byte) = {};
}

}  // namespace halo::engine
