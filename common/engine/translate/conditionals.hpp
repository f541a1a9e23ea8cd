#pragma once
// #if, #else and #endif: which groups are compiled, as far as their text or the preprocessor says.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "translate.hpp"

namespace halo::engine {

/// Does a directive of this name begin a group: `if…`, `el…`?
bool begins_group(std::string_view name);
bool is_conditional(std::string_view name);

/// Follows a file's conditionals. What the preprocessor said of a group counts; else only what every preprocessor would say:
/// `#if 0` and the like, the words that are always defined, and what these leave for an #else.
class Conditionals {
public:
    /// `known`: the groups of the file, in order. May be shorter than that, or empty.
    explicit Conditionals(std::vector<Compiled> known = {}) : known_(std::move(known)) {}

    /// For each conditional directive. `rest` is its line behind its name; `guard`: it is the #ifndef of an include guard.
    void directive(std::string_view name, std::string_view rest, bool guard);

    /// The innermost group that is open, and what is around it.
    Compiled innermost() const { return groups_.empty() ? Compiled::always : groups_.back().now; }
    bool dead() const { return !groups_.empty() && groups_.back().dead(); }
    bool certain() const { return groups_.empty() || groups_.back().certain(); }
    bool parent_dead() const { return !groups_.empty() && groups_.back().parent_dead; }
    bool inside() const { return !groups_.empty(); }

private:
    struct Group {
        bool parent_dead = false, parent_certain = true;
        Compiled earlier = Compiled::never;   ///< always: an earlier group of the same #if is compiled
        Compiled now = Compiled::unknown;

        bool dead() const { return parent_dead || now == Compiled::never; }
        bool certain() const { return parent_certain && now == Compiled::always; }
    };
    static Compiled value(std::string_view name, std::string_view rest);

    std::vector<Compiled> known_;
    std::size_t met_ = 0;   // groups so far
    std::vector<Group> groups_;
};

}  // namespace halo::engine
