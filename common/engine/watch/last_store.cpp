#include "engine/watch/last_store.hpp"

namespace halo::engine {

std::uint32_t LastStore::hash() const
{
    const auto* now = reinterpret_cast<const unsigned char*>(address_);
    std::uint32_t hash = 0x811c9dc5u;
    for (std::uint32_t i = 0; i < bytes_; ++i) hash = (hash ^ now[i]) * 0x01000193u;
    return hash;
}

void LastStore::settle_any(unsigned lane)
{
    const std::uint32_t now = hash();
    const bool same = bytes_ <= sizeof before_ ? std::memcmp(before_, reinterpret_cast<const void*>(address_), bytes_) == 0 : now == hash_before_;
    if (!same) request_->changed |= 1u << lane;
    request_->stored[lane] = now;
    bytes_ = 0;
}

}  // namespace halo::engine
