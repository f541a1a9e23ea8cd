#include "engine/watch/followed.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "engine/memory/value_at.hpp"
#include "engine/watch/device_variable_words.hpp"
#include "engine/watch/global_cell.hpp"
#include "engine/watch/used_words.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kLargest = 1u << 28;          // bytes of input that offsets can name; nothing of that size is followed

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::uint32_t word_at(std::uintptr_t place) { return value_at<std::uint32_t>(reinterpret_cast<const void*>(place)); }

}  // namespace

template <class Visit>
void Followed::for_each_of_host(Visit visit)
{
    const auto at = [&](std::uintptr_t base) {
        if (Region* const region = region_at(base)) visit(*region);
    };
    for (const Allocation& allocation : Arena::instance().allocations())
        if (!allocation.freed && allocation.host_access()) at(allocation.base);
    Layout::instance().device_variables().for_each([&](const Variable& variable) { at(variable.start); });
}

Followed& Followed::instance()
{
    static Followed* followed = new Followed;
    return *followed;
}

void Followed::give(const GivenArray& array)
{
    if (given_.empty()) remember_earlier();
    const std::size_t bytes = array.count * array.element_bytes;
    const bool input = array.role == ArrayRole::input;
    if (bytes == 0 || (input && bytes > kLargest - input_bytes_)) return;
    Given given{array, address(array.start), address(array.start) + bytes, input_bytes_, Arena::instance().contains(address(array.start))};
    if (input) {
        if (array.element_bytes < kWord) unit_ = 1;
        input_bytes_ += std::uint32_t(bytes);
        flags_.resize(input_bytes_ / unit_);
    }
    given_.push_back(given);
    made_.give(array, given.on_device);
    if (!given.on_device || !input) return;
    std::vector<Tag> tags((bytes + kWord - 1) / kWord);
    for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = Tag(kFirst + given.first + i * kWord);
    put(given.begin, bytes, tags);
}

/// What an earlier call left in memory that host code can store to is not this one's doing.
void Followed::remember_earlier()
{
    for_each_of_host([this](Region& region) {
        for (std::size_t word = 0; word < region.values.size(); ++word) region.values[word] = word_at(region.base + word * kWord);
    });
}

Followed::Tag Followed::tag_of(HostMade::Word word)
{
    return word == HostMade::Word::element ? kEqual : word == HostMade::Word::nothing ? kUnknown : kOwn;
}

Followed::Region* Followed::known_region(std::uintptr_t place)
{
    const auto after = regions_.upper_bound(place);
    if (after == regions_.begin()) return nullptr;
    Region& region = std::prev(after)->second;
    return region.holds(place) && (region.allocation == nullptr || !region.allocation->freed) ? &region : nullptr;
}

/// The array at this place, which is followed from now on; nullptr on the host.
Followed::Region* Followed::region_at(std::uintptr_t place)
{
    if (Region* known = known_region(place)) return known;
    Region region;
    std::uint64_t bytes = 0;
    if (Arena::instance().contains(place)) {
        region.allocation = Arena::instance().find(place);
        if (region.allocation == nullptr || region.allocation->freed) return nullptr;
        region.base = region.allocation->base;
        bytes = region.allocation->bytes;
    } else if (Layout::instance().is_symbol(place)) {
        const Variable* variable = Layout::instance().variable_at(place);
        if (variable == nullptr) return nullptr;
        region.base = variable->start / kWord * kWord;
        bytes = variable->bytes + variable->start % kWord;
    } else {
        return nullptr;
    }
    region.tags.resize((bytes + kWord - 1) / kWord);
    region.fetched.resize(region.tags.size());
    if (region.allocation == nullptr ? !Layout::instance().is_constant(place) : region.allocation->host_access()) region.values.resize(bytes / kWord);
    Region& kept = regions_[region.base] = std::move(region);
    return kept.holds(place) ? &kept : nullptr;
}

const Followed::Given* Followed::given_at(std::uintptr_t place, ArrayRole role) const
{
    const auto found = std::ranges::find_if(given_, [&](const Given& given) { return given.array.role == role && given.holds(place); });
    return found == given_.end() ? nullptr : &*found;
}

void Followed::mark(Tag tag, Flag flag)
{
    if (tag < kFirst) return;
    const std::size_t first = (tag - kFirst) / unit_, end = std::min(first + kWord / unit_, flags_.size());
    for (std::size_t i = first; i < end; ++i) {
        const std::atomic_ref flags(flags_[i]);     // texels are fetched on several host threads
        if ((flags.load(std::memory_order_relaxed) & flag) == 0) flags.fetch_or(flag, std::memory_order_relaxed);
    }
}

/// A kernel or a copy has put the word where host code can read it.
void Followed::is_in_reach(Region& region, std::size_t word)
{
    const auto* const from = reinterpret_cast<const char*>(region.base + word * kWord);
    region.values[word] = word_at(region.base + word * kWord);
    if (region.tags[word] == kStored) brought_.add(from, 1);
}

void Followed::fetched_texel(std::uintptr_t place, std::uint32_t bytes)
{
    Region* const region = known_region(place);
    if (region == nullptr) return;
    for (std::uintptr_t at = place; at < place + bytes; at += kWord) {
        const std::size_t word = (at - region->base) / kWord;
        mark(region->tags[word], in_texture);
        const std::atomic_ref seen(region->fetched[word]);         // on several host threads
        seen.store(1, std::memory_order_relaxed);
    }
}

/// Host code stores to managed and pinned memory without a copy: what changed since it was seen last, is its doing. Weights count as sent where
/// they are, also if the same were there before: a filter of few weights may be the last call's.
void Followed::see_again(Region& region, std::size_t first, std::size_t words)
{
    std::vector<std::size_t> changed;
    std::vector<std::uint32_t> values;
    const std::size_t end = std::min(first + words, region.values.size());
    if (first >= end) return;
    for (std::size_t word = first; word < end; ++word)
        if (const std::uint32_t now = word_at(region.base + word * kWord); now != region.values[word]) {
            region.values[word] = now;
            changed.push_back(word), values.push_back(now);
        }
    made_.see_all(reinterpret_cast<const char*>(values.data()), values.size() * kWord, [&](std::size_t i, HostMade::Word what) {
        region.tags[changed[i]] = tag_of(what);
    });
    made_.look_for_weights(reinterpret_cast<const char*>(region.base + first * kWord), (end - first) * kWord);
}

/// `also_loaded`: the launch also loads from this array. Then a word may have been loaded before it was stored, as by a kernel that works in place.
void Followed::used(Region& region, std::size_t word, bool stored, bool also_loaded)
{
    Tag& tag = region.tags[word];
    if (!stored || also_loaded) {
        mark(tag, loaded);
        if (tag == kEqual) ++equal_loaded_;
        if (tag == kEqual) tag = kEqualLoaded;
    }
    if (!stored) return;
    tag = kStored;
    if (word < region.values.size()) is_in_reach(region, word);
}

void Followed::scan(Region& region, std::uint32_t serial, bool cooperative)
{
    if (region.allocation != nullptr) {
        const bool also_loaded = region.allocation->loaded_in == serial;
        for_each_used_word(*region.allocation, serial, cooperative, [&](std::size_t word, WordUse use) { used(region, word, use == WordUse::stored, also_loaded); });
        return;
    }
    for (std::size_t word = 0; word < region.tags.size(); ++word)
        if (const WordUse use = use_of(*DeviceVariableWords::at(region.base + word * kWord)); use != WordUse::none)
            used(region, word, use == WordUse::stored, true);
}

void Followed::launch_begins(const LaunchShape& shape)
{
    const Index3 &grid = shape.grid, &block = shape.block;
    choices_.launch(shape.kernel, {grid.x, grid.y, grid.z, block.x, block.y, block.z, std::uint32_t(shape.shared_bytes)});
    for_each_of_host([this](Region& region) { see_again(region, 0, region.values.size()); });
    for (const Allocation& allocation : Arena::instance().allocations())            // known before several host threads fetch from them
        if (!allocation.freed && allocation.type == MemoryType::array) region_at(allocation.base);
}

/// The shadow words know which block stored a word last.
void Followed::note_blocks(std::uint32_t serial)
{
    constexpr std::size_t kMany = 1024;         // with fewer, a tile need not pay
    const Arena& arena = Arena::instance();
    for (const Given& given : given_) {
        if (given.array.role != ArrayRole::output || !given.on_device || given.array.element_bytes != kWord || given.array.count < kMany || given.begin % kWord != 0) continue;
        for (std::uint64_t i = 0; i < given.array.count; ++i) {
            const std::uintptr_t place = given.begin + i * kWord;
            const std::uint64_t cell = *arena.shadow(place);
            if (arena.page(place).launch != serial || GlobalCell::is_divided(cell & GlobalCell::kUse) || GlobalCell::kind_of(cell) != GlobalCell::written) continue;
            if (GlobalCell::block_of(cell) == GlobalCell::kLastBlock) continue;
            lengthen(of_blocks_[GlobalCell::block_of(cell)], i);
        }
        return;
    }
}

StoredBy Followed::stored_by() const
{
    StoredBy all;
    for (const auto& [block, stored] : of_blocks_) all.push_back(stored);
    return all;
}

void Followed::launch_ended(std::uint32_t serial, bool cooperative)
{
    of_blocks_.clear();
    if (++launches_ == 1 && !cooperative) note_blocks(serial);
    for (const Allocation& allocation : Arena::instance().allocations()) {
        if (allocation.freed || (allocation.loaded_in != serial && allocation.stored_in != serial)) continue;
        if (Region* region = region_at(allocation.base)) scan(*region, serial, cooperative);
    }
    Layout::instance().device_variables().for_each([&](const Variable& variable) {
        if (Region* region = region_at(variable.start)) scan(*region, serial, cooperative);
    });
    for (const Registered::Range* range : Registered::instance().used()) scan_registered(*range, serial);
}

Followed::Held Followed::held_at(std::uintptr_t place)
{
    const Region* const region = known_region(place);
    if (region == nullptr) return {.unsure = !Arena::instance().contains(place) && !Layout::instance().is_symbol(place)};
    const Tag tag = region->tags[(place - region->base) / kWord];
    if (tag == kEqual || tag == kEqualLoaded) return by_value(place);
    if (tag == kStored) return {.unsure = true};
    // An array of bytes may have been turned into numbers on the host, which no value shows.
    if (tag == kOwn) return {.unsure = unit_ == 1};
    if (tag == kUnknown) return {};
    const std::uint32_t byte = tag - kFirst + std::uint32_t((place - region->base) % kWord);
    std::uint64_t before = 0;
    for (const Given& given : given_) {
        if (given.array.role != ArrayRole::input) continue;
        if (byte >= given.first && byte - given.first < given.end - given.begin) return {.element = before + (byte - given.first) / given.array.element_bytes};
        before += given.array.count;
    }
    return {};
}

void Followed::note_values()
{
    if (!with_value_.empty() || unit_ != kWord) return;
    std::uint64_t element = 0;
    for (const Given& given : given_) {
        if (given.array.role != ArrayRole::input) continue;
        for (std::size_t i = 0; i < given.array.count; ++i) with_value_[word_at(given.begin + i * kWord)].push_back(element++);
    }
}

/// A float, or half of the double that it became.
Followed::Held Followed::by_value(std::uintptr_t place) const
{
    const auto with = [&](std::uint32_t bits) {
        const auto found = with_value_.find(bits);
        return found == with_value_.end() ? nullptr : &found->second;
    };
    if (const auto* const equal = with(word_at(place / kWord * kWord))) return {.equal = equal};
    const auto whole = value_at<double>(reinterpret_cast<const void*>(place / sizeof(double) * sizeof(double)));
    if (const auto* const equal = with(std::bit_cast<std::uint32_t>(float(whole)))) return {.equal = equal};
    return {.unsure = true};
}

std::uint64_t Followed::input_elements() const
{
    std::uint64_t elements = 0;
    for (const Given& given : given_) elements += given.array.role == ArrayRole::input ? given.array.count : 0;
    return elements;
}

std::vector<Range> Followed::host_ranges() const
{
    std::vector<Range> ranges;
    for (const Given& given : given_)
        if (!given.on_device) ranges.push_back({given.begin, given.end});
    return ranges;
}

std::vector<GivenArray> Followed::outputs() const
{
    std::vector<GivenArray> all;
    for (const Given& given : given_)
        if (given.array.role == ArrayRole::output) all.push_back(given.array);
    return all;
}

std::uint64_t Followed::count(Flag flag) const
{
    std::uint64_t elements = 0;
    for (const Given& given : given_) {
        if (given.array.role != ArrayRole::input) continue;
        for (std::size_t i = 0; i < given.array.count; ++i)
            elements += (flags_[(given.first + i * given.array.element_bytes) / unit_] & flag) != 0 ? 1 : 0;
    }
    return elements;
}

InputUse Followed::use() const
{
    InputUse use;
    for (const Given& given : given_) {
        if (given.array.role == ArrayRole::input) use.inputs += given.array.count;
        if (given.array.role != ArrayRole::output) continue;
        use.outputs += given.array.count;
        const auto region = regions_.upper_bound(given.begin);
        if (!given.on_device) {
            use.stored += brought_.covered(given.array.start, given.array.count, given.array.element_bytes);
        } else if (region != regions_.begin()) {
            const Region& all = std::prev(region)->second;
            for (std::size_t i = 0; i < given.array.count; ++i) {
                const std::uintptr_t place = given.begin + i * given.array.element_bytes;
                if (all.holds(place) && all.tags[(place - all.base) / kWord] == kStored) ++use.stored;
            }
        }
    }
    const std::uint64_t in_word = unit_ == 1 ? kWord : 1;
    use.on_device = std::min(use.inputs, count(on_device) + equal_loaded_ * in_word);
    use.loaded = std::min(use.inputs, count(loaded) + equal_loaded_ * in_word);
    if (unit_ == kWord) use.resent = equal_loaded_;
    use.in_texture = count(in_texture);
    for (const auto& [base, region] : regions_) use.texels += in_word * std::uint64_t(std::ranges::count(region.fetched, 1));
    use.in_constant = to_constant_ * in_word;
    use.moved_in_pieces = moved_in_pieces_ * in_word;
    use.fetched = count(fetched);
    use.weights = made_.weights();
    use.weights_sent = made_.weights_seen();
    use.host_made = made_.own();
    use.host_counts = made_.counts();
    use.host_choices = choices_.count();
    return use;
}

}  // namespace halo::engine
