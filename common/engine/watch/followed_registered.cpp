// Memory of the host that is registered, and that kernels use where it is: mostly the given arrays themselves. Of other memory only values are known.

#include <algorithm>

#include "engine/watch/followed.hpp"
#include "engine/watch/used_words.hpp"

namespace halo::engine {

void Followed::scan_registered(const Registered::Range& range, std::uint32_t serial)
{
    const bool also_loaded = range.memory.loaded_in == serial;
    const auto is_loaded = [&](std::size_t word) {
        const WordUse use = use_of(range.words[word]);
        return use == WordUse::loaded || (use == WordUse::stored && also_loaded);
    };
    const auto place_of = [&](std::size_t word) { return std::max(range.memory.base, (range.memory.base / kWord + word) * kWord); };
    for (std::size_t word = 0; word < range.word_count(); ++word)
        if (use_of(range.words[word]) == WordUse::stored) brought_.add(reinterpret_cast<const char*>(place_of(word)), 1);
    for (std::size_t word = 0, end = 0; word < range.word_count(); word = end + 1) {
        for (end = word; end < range.word_count() && is_loaded(end);) ++end;
        if (end != word) loaded_from_host(place_of(word), std::min(place_of(end), range.memory.end()));
    }
}

void Followed::loaded_from_host(std::uintptr_t begin, std::uintptr_t end)
{
    const auto* const from = reinterpret_cast<const char*>(begin);
    if (const Given* input = given_at(begin, ArrayRole::input)) {
        for (std::uintptr_t place = begin; place < std::min(end, input->end); place += kWord) {
            const Tag tag = Tag(kFirst + input->first + (place - input->begin));
            mark(tag, on_device);
            mark(tag, loaded);
        }
    } else if (given_at(begin, ArrayRole::filter) != nullptr) {
        made_.look_for_weights(from, end - begin);
    } else {
        made_.see_all(from, end - begin, [&](std::size_t, HostMade::Word word) { equal_loaded_ += word == HostMade::Word::element ? 1 : 0; });
    }
}

}  // namespace halo::engine
