#pragma once
// #if, #else and #endif: which groups are compiled, as far as their text or the preprocessor determines it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "translate.hpp"

namespace halo::engine {

/// Whether a directive of this name begins a group: `if…`, `el…`.
bool begins_group(std::string_view name);
bool is_conditional(std::string_view name);

/// Follows a file's conditionals. Uses the preprocessor's answer for a group if there is one; else only what holds for
/// every compiler: `#if 0` and the like, macros that are always defined, and what follows for an #else.
class Conditionals {
public:
    /// `known`: the preprocessor's answers for the file's groups, in order. May be shorter, or empty.
    explicit Conditionals(std::vector<Compiled> known = {}) : known_(std::move(known)) {}

    /// Call for each conditional directive. `rest` is the line after its name; `guard`: it is the #ifndef of an include
    /// guard.
    void directive(std::string_view name, std::string_view rest, bool guard);

    /// State of the innermost open group, and of those around it.
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
    std::size_t seen_ = 0;   // number of groups so far
    std::vector<Group> groups_;
};

}  // namespace halo::engine
