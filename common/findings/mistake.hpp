#pragma once
// Everything that can be said about a student's function, as types. mistakes.def has the texts, explain.hpp renders them.

#include <optional>
#include <span>
#include <string_view>

namespace halo {

/// What hints, results and variants call a mistake. Many mistakes share a key; keys.def is the list.
enum class Key {
#define KEY(key, fallback, part) key,
#include "findings/keys.def"
#undef KEY
};

/// What a function must have for a key to occur.
enum class Part {
    any,        ///< nothing in particular
    sums,       ///< outputs that are sums
    neighbours, ///< … of a neighbourhood: filters, ghost elements, halos
};

/// One enumerator for each thing that can be said; mistakes.def is the list.
enum class Mistake {
#define MISTAKE(mistake, key, name, seen, attempt) mistake,
#include "findings/mistakes.def"
#undef MISTAKE
};

/// A row of the table. Braces in its texts are filled in by explain().
struct MistakeRow {
    Mistake mistake;
    std::string_view id;        ///< `copy_of_input`
    Key key;
    std::string_view name, seen, attempt;
};

struct KeyRow {
    Key key;
    std::string_view name;
    Key fallback;               ///< whose hints may be used instead; itself: every lab that has the part needs its own hints
    Part part;
};

const MistakeRow& row_of(Mistake mistake);
const KeyRow& row_of(Key key);
std::span<const MistakeRow> all_mistakes();
std::span<const KeyRow> all_keys();

std::string_view name(Key key);                             ///< `ghost_not_zero`
std::string_view name(Mistake mistake);                     ///< `ghost_repeats_edge`
std::optional<Key> key_named(std::string_view name);
std::optional<Mistake> mistake_named(std::string_view name);
inline Key key_of(Mistake mistake) { return row_of(mistake).key; }

}  // namespace halo
