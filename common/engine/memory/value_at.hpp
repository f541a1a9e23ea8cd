#pragma once

#include <cstring>

namespace halo::engine {

/// A value whose bytes begin at any address.
template <class Value>
Value value_at(const void* from)
{
    Value value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

}  // namespace halo::engine
