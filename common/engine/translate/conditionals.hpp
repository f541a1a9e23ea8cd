#pragma once
// #if, #else and #endif, as far as they can be decided without a preprocessor.

#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

/// Which groups are never compiled: `#if 0`, the other half of `#ifdef __HALO_CPU__`, and what these contain.
class Conditionals {
public:
    /// `rest` is the directive's line behind its name. Returns true if the directive was a conditional.
    bool directive(std::string_view name, std::string_view rest);

    bool dead() const { return !groups_.empty() && groups_.back().dead; }
    bool inside() const { return !groups_.empty(); }

private:
    enum class Value { no, yes, unknown };
    struct Group {
        bool parent_dead = false;
        bool dead = false;
        Value seen = Value::unknown;   ///< yes: a branch that is always compiled has been met
    };
    static Value value(std::string_view name, std::string_view rest);

    std::vector<Group> groups_;
};

}  // namespace halo::engine
