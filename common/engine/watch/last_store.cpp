#include "engine/watch/last_store.hpp"

namespace halo::engine {

void LastStore::settle_any(unsigned lane)
{
    const auto* now = reinterpret_cast<const unsigned char*>(address_);
    if (std::memcmp(before_, now, bytes_) != 0) request_->changed |= 1u << lane;
    std::uint32_t hash = 0x811c9dc5u;
    for (std::uint32_t i = 0; i < bytes_; ++i) hash = (hash ^ now[i]) * 0x01000193u;
    request_->stored[lane] = hash;
    bytes_ = 0;
}

}  // namespace halo::engine
