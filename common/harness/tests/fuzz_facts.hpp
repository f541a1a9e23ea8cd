#pragma once
// Facts with arbitrary numbers, as a submission that knows the format may send them. Part of the fuzz target.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "findings/finding_kind.hpp"
#include "harness/wire/facts.hpp"

namespace halo::lab::fuzz {

/// Takes numbers off the front of the input; zeros when it is used up.
class Pieces {
public:
    explicit Pieces(std::string_view bytes) : left_(bytes) {}
    bool empty() const { return left_.empty(); }
    std::string_view rest() const { return left_; }

    template <class T>
    T take()
    {
        T value{};
        const std::size_t size = std::min(sizeof(T), left_.size());
        std::memcpy(&value, left_.data(), size);
        left_.remove_prefix(size);
        return value;
    }
    unsigned below(unsigned n) { return take<std::uint8_t>() % n; }
    /// A number near 0, or any number.
    std::int64_t number() { return below(4) != 0 ? std::int64_t(take<std::int16_t>()) : take<std::int64_t>(); }
    std::string text()
    {
        static constexpr const char* kNames[] = {"", "d_in", "d_out", "d_filter", "h_filter", "s_tile", "c_filter", "f.cu", "__syncthreads"};
        const unsigned which = below(12);
        if (which < std::size(kNames)) return kNames[which];
        const std::string_view piece = left_.substr(0, below(20));
        left_.remove_prefix(piece.size());
        return std::string(piece);
    }
    Index3 index3(unsigned most) { return {take<std::uint16_t>() % most, take<std::uint16_t>() % most, take<std::uint16_t>() % most}; }

private:
    std::string_view left_;
};

inline Finding finding(Pieces& p)
{
    Finding f;
    f.kind = FindingKind(p.below(unsigned(all_finding_kinds().size())));
    f.kernel = p.text();
    f.at = {p.text(), int(p.take<std::uint8_t>())};
    f.other = {p.text(), int(p.take<std::uint8_t>())};
    f.access = Access(p.below(3));
    f.other_access = Access(p.below(3));
    f.space = Space(p.below(4));
    f.outside = Outside(p.below(unsigned(Outside::trap) + 1));
    f.array = p.text();
    for (unsigned n = p.below(4); n > 0; --n) f.index.push_back(p.number());
    for (unsigned n = p.below(4); n > 0; --n) f.shape.push_back(p.number());
    f.block = p.index3(1u << 16);
    f.thread = p.index3(33);
    f.block_shape = p.index3(34);
    f.last = {p.index3(1u << 16), p.index3(33), {}};
    for (unsigned n = p.below(3); n > 0; --n) f.last.index.push_back(p.number());
    f.other_block = p.index3(1u << 16);
    f.other_thread = p.index3(1024);
    f.call = p.text();
    f.arrived = p.take<std::uint16_t>();
    f.expected = p.take<std::uint16_t>();
    f.mask = p.take<std::uint32_t>();
    f.across_warps = p.below(2) != 0;
    f.unnamed = p.below(2) != 0;
    f.other_left = p.below(2) != 0;
    f.barrier_between = int(p.below(100));
    f.count = std::uint64_t(p.number());
    f.bytes = std::uint64_t(p.number());
    return f;
}

inline Place place(Pieces& p) { return {p.text(), int(p.take<std::uint8_t>())}; }

inline RefusedPointer refused_pointer(Pieces& p)
{
    RefusedPointer r;
    r.to = PointerTo(p.below(unsigned(PointerTo::elsewhere) + 1));
    r.array = p.text();
    r.allocated = place(p);
    r.allocator = p.text();
    for (std::uint64_t* bytes : {&r.asked, &r.there, &r.before}) *bytes = std::uint64_t(p.number());
    r.variable = p.below(2) != 0;
    r.element_bytes = p.below(9);
    r.is_float = p.below(2) != 0;
    return r;
}

inline Refusal refusal(Pieces& p)
{
    Refusal r;
    r.call = p.text();
    r.kind = RefusedCall(p.below(unsigned(RefusedCall::launch) + 1));
    r.at = place(p);
    r.code = p.below(2) != 0 ? "cudaErrorInvalidValue" : p.text();
    r.reason = p.text();
    r.direction = p.number();
    r.offset = std::uint64_t(p.number());
    r.target = refused_pointer(p);
    r.source = refused_pointer(p);
    r.launched = p.below(2) != 0;
    r.kernel = p.text();
    r.grid = p.index3(1u << 16);
    r.block = p.index3(1u << 16);
    r.shared_bytes = std::uint64_t(p.number());
    r.limit = LaunchLimit(p.below(unsigned(LaunchLimit::cooperative) + 1));
    r.most = std::uint64_t(p.number());
    return r;
}

inline Stored stored(Pieces& p)
{
    Stored s;
    s.kernel = p.text();
    s.at = place(p);
    s.access = p.below(2) != 0 ? Access::write : Access::atomic;
    s.launch = 1 + p.below(4);
    s.block = p.index3(1u << 16);
    s.thread = p.index3(33);
    s.block_shape = p.index3(34);
    s.grid = p.index3(1u << 16);
    s.times = std::uint64_t(p.number());
    s.several_threads = p.below(2) != 0;
    s.first_at = place(p);
    s.first_block = p.index3(1u << 16);
    s.first_thread = p.index3(33);
    s.copied = place(p);
    return s;
}

inline Load load(Pieces& p)
{
    Load l;
    l.at = place(p);
    l.space = Space(p.below(4));
    l.texture = p.below(2) != 0;
    l.array = p.text();
    for (unsigned n = p.below(4); n > 0; --n) l.index.push_back(p.number()), l.shape.push_back(p.number());
    l.value = p.take<float>();
    l.is_float = p.below(2) != 0;
    l.bytes = p.below(17);
    return l;
}

/// What an answer to an inquiry tells of one element.
inline History history(Pieces& p)
{
    History h;
    if (p.below(4) != 0) h.stored = stored(p);
    for (unsigned n = p.below(40); n > 0 && !p.empty(); --n) {
        Loaded loaded{load(p), {}, p.below(3)};
        if (p.below(3) == 0) {
            loaded.origin = Origin{place(p), p.index3(33), {}};
            if (p.below(2) != 0) loaded.origin->load = load(p);
        }
        h.loads.push_back(std::move(loaded));
    }
    h.store_line = p.below(100);
    h.by_several = std::uint64_t(p.number());
    h.element = std::uint64_t(p.number());
    if (p.below(4) == 0) h.twice = stored(p);
    for (unsigned n = p.below(4); n > 0; --n) {
        HostStep step;
        step.at = place(p);
        step.kernel = p.text();
        step.target = {p.text(), std::uint64_t(p.number()), p.below(2) != 0};
        step.source = {p.text(), std::uint64_t(p.number()), p.below(2) != 0};
        step.copied = std::uint64_t(p.number());
        h.steps.push_back(std::move(step));
    }
    return h;
}

inline LineTraffic line(Pieces& p)
{
    LineTraffic t;
    t.at = place(p);
    t.access = Access(p.below(3));
    t.space = Space(p.below(4));
    t.array = p.text();
    for (std::uint64_t* number : {&t.array_bytes, &t.requests, &t.lanes, &t.broadcasts, &t.array_loads, &t.block_elements, &t.sectors,
                                  &t.fewest_sectors, &t.conflicts, &t.replays, &t.dearest_requests})
        *number = std::uint64_t(p.number());
    t.row = p.number();
    t.bytes = p.below(17);
    t.dearest = {p.below(33), p.number(), p.below(2) != 0, p.below(33), p.below(33), p.below(33), p.below(33), p.below(33), p.below(33)};
    return t;
}

inline std::vector<Stretch> stretches(Pieces& p)
{
    std::vector<Stretch> stretches(p.below(3));
    for (Stretch& one : stretches) one = {std::uint64_t(p.number()), std::uint64_t(p.number())};
    return stretches;
}

inline Proof proof(Pieces& p)
{
    Proof proof;
    for_each_sum([&](const char*, auto member) { proof.*member = std::uint64_t(p.number()); });
    proof.inputs = p.below(2) != 0 ? std::uint64_t(p.number()) : p.below(2000);
    for (unsigned n = p.below(3); n > 0; --n) proof.blocks.push_back({.loaded = stretches(p), .stored = stretches(p), .unsure = p.below(2) != 0});
    return proof;
}

inline Facts facts(Pieces& p)
{
    Facts facts;
    if (p.below(4) != 0) {
        facts.counters.emplace();
        for_each_counter([&](const char*, auto member) { (*facts.counters).*member = std::uint64_t(p.number()); });
    }
    for (unsigned n = p.below(3); n > 0; --n) facts.findings.push_back(finding(p));
    if (p.below(8) == 0) facts.error = CallError{{p.text(), p.text(), ""}, p.text(), p.text()};
    if (p.below(8) == 0) facts.refusal = refusal(p);
    if (p.below(4) == 0) facts.history = history(p);
    if (p.below(2) != 0) {
        facts.input_use.emplace();
        for_each_use([&](const char*, auto member) { (*facts.input_use).*member = std::uint64_t(p.number()); });
    }
    if (p.below(2) != 0) facts.proof = proof(p);
    for (unsigned n = p.below(4) == 0 ? p.below(4) : 0; n > 0; --n) facts.stored_by.push_back(stretches(p));
    for (unsigned n = p.below(8) == 0 ? p.below(4) : 0; n > 0; --n) facts.lines.push_back(line(p));
    facts.leaked_bytes = p.below(3);
    for (std::uint64_t* number : {&facts.host_reads, &facts.fetched_bytes, &facts.sent_bytes}) *number = std::uint64_t(p.number());
    return facts;
}

}  // namespace halo::lab::fuzz
