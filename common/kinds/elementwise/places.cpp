// Outputs that are made from another element than their own.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>

#include "diagnose/compare.hpp"
#include "diagnose/products.hpp"
#include "kinds/elementwise/classify.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// The element that each output was made from: no number occurs twice in the input.
Products origins(const WrongArray& a)
{
    const Making& m = a.making;
    std::unordered_map<float, int> places;
    for (const float value : m.in) places.emplace(value + float(m.amount), int(places.size()));
    std::vector<char> written;
    for (const float value : a.got) written.push_back(!never_written(value));
    return {1, written, [&](std::size_t i, int) { return int(m.source(i)); },
            [&](std::size_t i, int) {
                const auto found = places.find(a.got[i]);
                return found == places.end() ? kSeveral : found->second;       // made from no single element
            }};
}

/// What an array has to do with blocks is read off the array itself: a student's blocks have any size.
struct Seen {
    const WrongArray& array;
    Products origin = origins(array);

    int size() const { return int(array.want.size()); }
    int met(int i) const { return origin.met(std::size_t(i), 0); }
    /// The first output after out[0] that holds the same as out[0], or another; 0 when none does.
    int next(bool same) const
    {
        for (int i = 1; i < size(); ++i)
            if ((met(i) == met(0)) == same) return i;
        return 0;
    }
};

class Patterns {
public:
    explicit Patterns(int size) : size_(size) {}

    /// What a mistake makes output i from; an element outside the input is none.
    template <class Source>
    void add(Mistake mistake, Evidence evidence, Source source)
    {
        all_.push_back({{mistake, std::move(evidence)}, [source, size = size_](std::size_t i, int) {
                            const int from = source(int(i));
                            return from >= 0 && from < size ? from : kNothing;
                        }});
    }
    const std::vector<Pattern>& all() const { return all_; }

private:
    int size_;
    std::vector<Pattern> all_;
};

/// Element i was due at i.
void in_order(Patterns& patterns, const Seen& s, int first_wrong)
{
    const int n = s.size(), met = s.met(first_wrong);
    if (met >= 0) patterns.add(Mistake::one_element_for_all, {.index_met = met}, [met](int) { return met; });
    if (const int p = s.next(true); p > 1)
        patterns.add(Mistake::block_reads_first, {.tile = p}, [p](int i) { return i % p; });
    if (const int p = s.next(false); p > 1) patterns.add(Mistake::one_element_a_block, {.tile = p}, [p](int i) { return i / p; });
    patterns.add(Mistake::order_reversed, {}, [n](int i) { return n - 1 - i; });
    if (const int by = met - first_wrong; met >= 0)
        patterns.add(Mistake::index_off, {.shift = Shift{by, 0}}, [by](int i) { return i + by; });
}

/// Each block was to be reversed.
void in_blocks(Patterns& patterns, const Seen& s)
{
    const int n = s.size(), block = s.array.making.block, blocks = n / block;
    const auto due = [m = s.array.making](int i) { return int(m.source(std::size_t(i))); };
    patterns.add(Mistake::not_reversed, {}, [](int i) { return i; });
    patterns.add(Mistake::reversed_as_a_whole, {.tile = block}, [n](int i) { return n - 1 - i; });
    patterns.add(Mistake::blocks_reversed, {.tile = block}, [=](int i) { return (blocks - 1 - i / block) * block + i % block; });
    patterns.add(Mistake::block_reads_first, {.tile = block}, [=](int i) { return due(i) % block; });
    if (s.met(0) < 0) return;
    if (const int part = s.met(0) + 1; part > 1)
        patterns.add(Mistake::other_parts_reversed, {.tile = block, .part = part}, [part](int i) { return i / part * part + part - 1 - i % part; });
    if (const int by = s.met(0) - due(0); std::abs(by) < block) {
        const int nearest = by < -block / 2 ? by + block : by;
        patterns.add(Mistake::reversed_beside, {.tile = block, .shift = Shift{nearest, 0}, .last_index = block - 1},
                     [=](int i) { return i / block * block + (due(i) % block + by + block) % block; });
    }
}

}  // namespace

Found another_place(const WrongArray& a, const WrongPlaces& places)
{
    const Seen seen{a};
    const auto first = std::ranges::find_if(places.wrong, [&](std::size_t i) { return seen.met(int(i)) >= 0; });
    if (first == places.wrong.end()) return {};
    Patterns patterns(seen.size());
    if (a.making.block == 0) in_order(patterns, seen, int(*first));
    else in_blocks(patterns, seen);
    const Match found = match(seen.origin, patterns.all());
    if (found.exact || found.most) return found.exact ? found.exact : found.most;
    return Diagnosis{Mistake::another_element,
                     {.at = {std::int64_t(*first)}, .index_met = seen.met(int(*first)), .index_due = std::int64_t(a.making.source(*first))}};
}

}  // namespace halo::lab
