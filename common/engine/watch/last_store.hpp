#pragma once
// Question: does a store change the value? This is known only after the store, at the thread's next event.

#include <cstdint>
#include <cstring>

#include "engine/watch/warp_log.hpp"

namespace halo::engine {

/// A lane's last store, until its effect is known.
class LastStore {
public:
    /// A store of 4 bytes, the common case, for which settle_word() may be called.
    bool is_word() const { return bytes_ == 4; }
    bool pending() const { return bytes_ != 0; }

    /// Called before the store happens.
    void note(std::uintptr_t address, std::uint32_t bytes, LoggedRequest* request)
    {
        address_ = address;
        bytes_ = bytes;
        request_ = request;
        copied_ = false;
        if (bytes <= sizeof before_)
            std::memcpy(before_, reinterpret_cast<const void*>(address), bytes);
        else
            hash_before_ = hash();
    }

    /// Where a struct is copied, the hook of its store comes before that of its load, and the store after both. True once for each store: this is that load.
    bool is_copied_from(std::uint32_t bytes, std::uintptr_t site)
    {
        constexpr std::uintptr_t kNextCall = 48;   // in the program's code
        if (bytes != bytes_ || site - request_->site >= kNextCall || copied_) return false;
        return copied_ = true;
    }

    /// `lane`: the one that made the store.
    void settle(unsigned lane)
    {
        if (!pending()) return;
        if (is_word())
            settle_word(lane);
        else
            settle_any(lane);
    }
    void settle_word(unsigned lane)
    {
        std::uint32_t before, now;
        std::memcpy(&before, before_, 4);
        std::memcpy(&now, reinterpret_cast<const void*>(address_), 4);
        request_->changed |= std::uint32_t(before != now) << lane;
        request_->stored[lane] = now;
        bytes_ = 0;
    }
    void settle_any(unsigned lane);
    void forget() { bytes_ = 0; }

private:
    /// Of what is stored there now.
    std::uint32_t hash() const;

    std::uintptr_t address_ = 0;
    std::uint32_t bytes_ = 0;
    LoggedRequest* request_ = nullptr;
    bool copied_ = false;
    std::uint32_t hash_before_ = 0;   // of more bytes than before_ has
    unsigned char before_[16] = {};
};

}  // namespace halo::engine
