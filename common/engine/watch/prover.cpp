#include "engine/watch/prover.hpp"

#include <algorithm>

#include "engine/watch/followed.hpp"

namespace halo::engine {
namespace {

std::vector<Stretch> stretches_of(const std::vector<bool>& elements)
{
    std::vector<Stretch> stretches;
    for (std::uint64_t i = 0; i < elements.size(); ++i)
        if (elements[i]) lengthen(stretches, i);
    return stretches;
}

}  // namespace

Prover& Prover::instance()
{
    static Prover* prover = new Prover;
    return *prover;
}

void Prover::switch_on(bool on)
{
    if (on) *this = Prover();
    on_ = on;
}

void Prover::launch_begins()
{
    if (!on_) return;
    Followed::instance().note_values();
    veil_.drop(Followed::instance().host_ranges());
}

void Prover::launch_ended()
{
    if (on_) veil_.lift();
}

void Prover::count(const RecordedAccess& access)
{
    const std::uint32_t step = access.step == 0 ? access.bytes : std::min(access.step, access.bytes);
    const std::uint64_t words = step == 0 ? 0 : (access.bytes + step - 1) / step * ((step + 3) / 4);
    const bool reads = access.kind == Access::read;
    if (access.texture) return;
    if (access.space == Space::global) (reads ? sums_.global_loads : sums_.global_stores) += words;
    if (access.space == Space::shared) (reads ? sums_.shared_loads : sums_.shared_stores) += words;
    if (access.space == Space::constant) sums_.constant_loads += words;
}

void Prover::load(const Block& block, std::uintptr_t byte)
{
    const auto [place, first] = shares_.try_emplace(block);
    Share& share = place->second;
    if (first) share.loaded.resize(Followed::instance().input_elements());
    if (const StoreRecord* const stored = Recorder::instance().last_store(byte)) {
        const Block from{stored->launch, stored->block};
        const auto other = shares_.find(from);
        if (from == block || other == shares_.end() || !share.from.insert(from).second) return;
        for (std::size_t i = 0; i < other->second.loaded.size(); ++i)
            if (other->second.loaded[i]) share.loaded[i] = true;
        share.unsure |= other->second.unsure;
        return;
    }
    const Followed::Held held = Followed::instance().held_at(byte);
    if (held.element) share.loaded[*held.element] = true;
    if (held.equal != nullptr)
        for (const std::uint64_t element : *held.equal) share.loaded[element] = true;
    share.unsure |= held.unsure;
}

void Prover::access(const BlockState& block, const RecordedAccess& access)
{
    constexpr unsigned kMostThreads = 1024;
    if (!on_) return;
    count(access);
    if (access.space == Space::shared) return;
    veil_.access(block.linear * kMostThreads + access.thread, access.address, access.bytes, access.kind != Access::read);
    if (access.kind != Access::write)
        for (std::uintptr_t byte = access.address; byte < access.address + access.bytes; ++byte)
            load({std::uint32_t(Recorder::instance().launches()), block.linear}, byte);
}

Proof Prover::proof() const
{
    Proof proof = sums_;
    proof.inputs = Followed::instance().input_elements();
    std::map<Block, std::vector<bool>> stored;
    std::uint64_t first = 0;
    std::uint64_t all = 0;
    for (const GivenArray& output : Followed::instance().outputs()) all += output.count;
    for (const GivenArray& output : Followed::instance().outputs()) {
        for (std::size_t i = 0; i < output.count; ++i) {
            const auto* const record = Recorder::instance().last_store(reinterpret_cast<std::uintptr_t>(output.start) + i * output.element_bytes);
            if (record == nullptr) continue;
            std::vector<bool>& of_block = stored[{record->launch, record->block}];
            of_block.resize(all);
            of_block[first + i] = true;
        }
        first += output.count;
    }
    for (const auto& [block, elements] : stored) {
        const auto share = shares_.find(block);
        if (share == shares_.end()) proof.blocks.push_back({{}, stretches_of(elements), false});
        else proof.blocks.push_back({stretches_of(share->second.loaded), stretches_of(elements), share->second.unsure});
    }
    return proof;
}

}  // namespace halo::engine
