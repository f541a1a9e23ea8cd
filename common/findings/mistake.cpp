#include "findings/mistake.hpp"

#include <algorithm>
#include <array>

namespace halo {

namespace {

// Texts that several rows share.
#define GHOST_ATTEMPT "{ghosts}"
#define POLICY_ATTEMPT "work out by hand which pixel stands for [-1] and for [-2], in x and in y"
#define STORE_ATTEMPT "round to the nearest whole number, and keep it in 0 … 255, before it becomes a byte"
#define COLOUR_ATTEMPT "does a thread go through all three colours, with the same steps for each?"
#define BYTES_ATTEMPT "round the number of blocks up in both directions, and let each pixel have a thread that stores it"
#define LAYER_ATTEMPT "a block for each output channel and each tile of the length, rounded up"
#define ROW_ATTEMPT "a row of {array} has {row_units}: what is the index of the row multiplied by?"
#define COUNTS_DIFFER "the values are right, but the counts don't add up"
#define LOADS_SEEN "{made} global loads; {would_do} would do, and the basic kernel makes {basic_loads}"
#define LIMIT_NAME "the values are right, but {counter} is {made}; at most {would_do} passes"
#define COUNT_OPEN "the count waits for your prediction: make predict"
#define LOADS_OPEN "about {loads_each} loads for each {thing} of the output; how many would do waits for your prediction: make predict"
#define OPEN_NAME "the values are right, but {counter} is {times_allowed} times what the limit allows"
#define PER_OUTPUT "{each} for each {thing} of the output; up to {allowed} passes"
#define TURNED_ATTEMPT "has the grid, dim3(along x, along y), enough blocks in each direction, rounded up, and does each element have a thread that stores it?"

constexpr auto kMistakes = std::to_array<MistakeRow>({
#define MISTAKE(mistake, key, name, seen, attempt) {Mistake::mistake, #mistake, Key::key, name, seen, attempt},
#include "findings/mistakes.def"
#undef MISTAKE
});

constexpr auto kKeys = std::to_array<KeyRow>({
#define KEY(key, fallback, part) {Key::key, #key, Key::fallback, Part::part},
#include "findings/keys.def"
#undef KEY
});

}  // namespace

const MistakeRow& row_of(Mistake mistake) { return kMistakes[static_cast<std::size_t>(mistake)]; }
const KeyRow& row_of(Key key) { return kKeys[static_cast<std::size_t>(key)]; }
std::span<const MistakeRow> all_mistakes() { return kMistakes; }
std::span<const KeyRow> all_keys() { return kKeys; }

std::string_view name(Key key) { return row_of(key).name; }
std::string_view name(Mistake mistake) { return row_of(mistake).id; }

std::optional<Key> key_named(std::string_view name)
{
    const auto found = std::ranges::find(kKeys, name, &KeyRow::name);
    return found == kKeys.end() ? std::nullopt : std::optional(found->key);
}

std::optional<Mistake> mistake_named(std::string_view name)
{
    const auto found = std::ranges::find(kMistakes, name, &MistakeRow::id);
    return found == kMistakes.end() ? std::nullopt : std::optional(found->mistake);
}

}  // namespace halo
