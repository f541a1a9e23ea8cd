#include "engine/watch/pattern.hpp"

#include <algorithm>
#include <bit>

namespace halo::engine {
namespace {

/// There is no gap between the lanes that took part.
bool side_by_side(std::uint32_t lanes)
{
    const std::uint32_t run = lanes >> std::countr_zero(lanes);
    return (run & (run + 1)) == 0;
}

/// Wavefronts beyond the first that the 32 banks of 4 bytes need to serve `lanes`. The start address does not matter: it
/// only rotates the banks.
unsigned conflicts(const Request& r, std::uint32_t lanes, std::uint32_t bytes)
{
    // Lanes that ask for the same word are served together, except atomic updates. `words` holds those to serve, per bank.
    const bool together = r.kind != Access::atomic;
    std::array<std::array<std::uintptr_t, kWarp * 4>, kWarp> words;
    std::array<std::uint8_t, kWarp> count{};
    unsigned most = 0;
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uintptr_t place = r.place(lane);
        for (std::uintptr_t word = place / 4; word <= (place + bytes - 1) / 4; ++word) {
            auto& of_bank = words[word % kWarp];
            std::uint8_t& n = count[word % kWarp];
            if (together && std::find(of_bank.begin(), of_bank.begin() + n, word) != of_bank.begin() + n) continue;
            of_bank[n++] = word;
            most = std::max<unsigned>(most, n);
        }
    });
    return most == 0 ? 0 : most - 1;
}

/// Each lane accesses the same place as lane `lane ^ distance`, unless that one is idle.
bool agree(const Request& r, unsigned distance)
{
    bool all = true;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const unsigned other = lane ^ distance;
        all &= (r.lanes >> other & 1) == 0 || r.offset[lane] == r.offset[other];
    });
    return all;
}

}  // namespace

/// 8- and 16-byte accesses are served in halves and quarters of a warp, each of which needs a wavefront. Two of these
/// parts are loaded at once when lanes at distance 1, or at distance 2, ask for the same place: measured, see
/// common/engine/measured.
unsigned bank_conflicts(const Request& r)
{
    const std::uint32_t bytes = std::clamp(r.bytes, 1u, 16u);
    unsigned lanes_at_once = kWarp * 4 / std::max(bytes, 4u);
    if (lanes_at_once < kWarp && r.kind == Access::read && (agree(r, 1) || agree(r, 2))) lanes_at_once *= 2;
    unsigned sum = 0;
    for (unsigned begin = 0; begin < kWarp; begin += lanes_at_once) {
        const std::uint32_t part = lanes_at_once == kWarp ? ~0u : ((1u << lanes_at_once) - 1) << begin;
        if ((r.lanes & part) != 0) sum += conflicts(r, r.lanes & part, bytes);
    }
    return sum;
}

namespace {

void find_runs(const Request& r, Shape& s)
{
    LaneRun run;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const bool continues = run.lanes != 0 && lane == run.lane + run.lanes && r.offset[lane] == run.offset + std::int32_t(run.lanes * r.bytes);
        if (!continues) {
            if (run.lanes != 0 && s.run_count < Shape::kMostRuns) s.run[s.run_count] = run;
            s.run_count += run.lanes != 0;
            run = {lane, 0, r.offset[lane]};
        }
        ++run.lanes;
    });
    if (s.run_count < Shape::kMostRuns) s.run[s.run_count] = run;
    if (++s.run_count > Shape::kMostRuns) s.run_count = 0;
}

Shape compute_shape(const Request& r)
{
    Shape s;
    s.lanes = unsigned(std::popcount(r.lanes));
    const auto first = unsigned(std::countr_zero(r.lanes));
    const std::int32_t start = r.offset[first];
    s.low = s.high = start;
    s.row = side_by_side(r.lanes);
    std::int32_t all = 0;
    for_each_lane(r.lanes, [&](unsigned lane) {
        all |= r.offset[lane];
        s.low = std::min(s.low, r.offset[lane]);
        s.high = std::max(s.high, r.offset[lane]);
        s.row &= r.offset[lane] == start + std::int32_t((lane - first) * r.bytes);
    });
    s.same = s.low == s.high;
    s.words = all % 4 == 0;
    find_runs(r, s);
    const bool by_nature = (s.same && r.kind != Access::atomic) || (s.row && r.where % 4 == 0);
    if (!by_nature && r.space == Space::shared) s.bank_conflicts = bank_conflicts(r);
    return s;
}

/// Compares all lanes without a branch, which is faster than stopping at the first difference.
bool equal(const std::array<std::int32_t, kWarp>& a, const std::array<std::int32_t, kWarp>& b)
{
    std::int32_t difference = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < kWarp; ++i) difference |= a[i] ^ b[i];
    return difference == 0;
}

}  // namespace

/// Not inlined, so that shape_of is short where the shape is known.
[[gnu::noinline]] const Shape& Shapes::learn(Known& known, const Request& r, bool aligned)
{
    known = {r.lanes, r.bytes, r.kind, aligned, r.offset, compute_shape(r)};
    return known.shape;
}

const Shape& Shapes::shape_of(const Request& r)
{
    const bool aligned = r.where % 4 == 0 && r.space == Space::shared;
    const std::uint32_t hash = (r.lanes * 0x9e3779b1u + std::uint32_t(r.offset[31]) * 0x85ebca6bu +
                                std::uint32_t(r.offset[17]) * 0xc2b2ae35u + std::uint32_t(r.offset[6]) * 0x27d4eb2fu +
                                (r.bytes * 8 + std::uint32_t(r.kind) * 2 + aligned) * 0x165667b1u);
    Known& known = known_[(hash >> 20) % kKnown];
    if (known.lanes == r.lanes && known.bytes == r.bytes && known.kind == r.kind && known.aligned == aligned &&
        equal(known.offset, r.offset) && (aligned || r.space != Space::shared))
        return known.shape;
    return learn(known, r, aligned);
}

}  // namespace halo::engine
