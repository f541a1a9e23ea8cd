// What copies, fills and arguments do to the words that are followed.

#include <algorithm>

#include "engine/watch/followed.hpp"

namespace halo::engine {

/// The words of an array of the device take these tags. A word of which only the end is overwritten keeps its own.
void Followed::put(std::uintptr_t target, std::size_t bytes, const std::vector<Tag>& tags)
{
    Region* const region = region_at(target);
    if (region == nullptr) return;
    const std::size_t late = (kWord - target % kWord) % kWord;      // bytes before the first whole word
    const bool constant = Layout::instance().is_constant(target);
    for (std::size_t at = late; at < bytes; at += kWord) {
        Tag tag = tags[at / kWord];
        if (tag >= kFirst) tag += Tag(late);
        const std::size_t word = (target + at - region->base) / kWord;
        if (word >= region->tags.size()) break;
        region->tags[word] = tag;
        if (word < region->values.size()) is_in_reach(*region, word);
        mark(tag, on_device);
        if (constant && tag != kUnknown && tag != kOwn) ++to_constant_;
    }
}

/// These words were copied to the host.
void Followed::brought(const std::vector<Tag>& tags, const char* there, std::size_t bytes)
{
    const std::size_t whole = bytes / kWord;
    for (std::size_t i = 0; i < tags.size(); ++i) mark(tags[i], fetched);
    for (std::size_t i = 0; i < whole;) {
        std::size_t end = i;
        while (end < whole && tags[end] == kStored) ++end;
        brought_.add(there + i * kWord, end - i);
        i = end + 1;
    }
    if (bytes % kWord == 0 || tags[whole] != kStored) return;
    char last[kWord] = {};
    std::copy(there + whole * kWord, there + bytes, last);
    brought_.add(last, 1);
}

/// Within the device, away from the words beside it and to beside others: such copies put elements in their places, as a kernel would. A row that goes to a
/// pitched array, or comes from one, has padding at its ends.
bool Followed::tears(std::uintptr_t target, std::uintptr_t source, std::size_t bytes)
{
    constexpr std::size_t kWarp = 32 * kWord;       // as a warp stores at once
    if (bytes < 2 * kWord) return true;
    const bool goes_on = target == copied_to_ && source == copied_from_;
    if (bytes >= kWarp || goes_on) return false;
    const auto holds = [this](std::uintptr_t place) {
        const Region* const region = region_at(place);
        return region != nullptr && region->holds(place) && region->tags[(place - region->base) / kWord] != kUnknown;
    };
    const auto in_company = [&](std::uintptr_t place) { return holds(place - kWord) || holds(place + bytes); };
    return in_company(source) && in_company(target);
}

void Followed::copied(std::uintptr_t target, std::uintptr_t source, std::size_t bytes)
{
    const auto* const from = reinterpret_cast<const char*>(source);
    std::vector<Tag> tags((bytes + kWord - 1) / kWord);
    const bool to_device = Arena::instance().contains(target) || Layout::instance().is_symbol(target);
    if (Region* region = region_at(source)) {
        const std::size_t first = (source - region->base) / kWord;
        see_again(*region, first, tags.size());
        for (std::size_t i = 0; i < tags.size() && first + i < region->tags.size(); ++i) tags[i] = region->tags[first + i];
        if (!to_device) return brought(tags, reinterpret_cast<const char*>(target), bytes);
        if (tears(target, source, bytes)) moved_in_pieces_ += tags.size();
        copied_to_ = target + bytes;
        copied_from_ = source + bytes;
    } else if (const Given* input = given_at(source, ArrayRole::input)) {
        for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = Tag(kFirst + input->first + (source - input->begin) + i * kWord);
    } else if (given_at(source, ArrayRole::filter) != nullptr) {
        made_.look_for_weights(from, bytes);
    } else if (to_device) {
        made_.see_all(from, bytes, [&](std::size_t i, HostMade::Word word) {
            tags[i] = tag_of(word);
        });
    }
    if (to_device) put(target, bytes, tags);
}

void Followed::filled(std::uintptr_t target, std::size_t bytes, int value)
{
    constexpr std::size_t kFew = 16;
    if (bytes < kFew && value != 0) made_.see_fill();
    put(target, bytes, std::vector<Tag>((bytes + kWord - 1) / kWord));
}

/// Pointers and sizes are few; whoever passes more passes numbers.
void Followed::passed(const void* arguments, std::size_t bytes)
{
    constexpr std::size_t kFew = 128;
    const auto* const from = static_cast<const char*>(arguments);
    if (bytes <= kFew) {
        choices_.argument(from, bytes);
        return made_.see_arguments(from, bytes);
    }
    made_.see_all(from, bytes, [this](std::size_t, HostMade::Word word) { to_constant_ += word == HostMade::Word::element ? 1 : 0; });
}

}  // namespace halo::engine
