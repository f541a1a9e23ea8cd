#pragma once
// Which device array holds a copy of an address of host memory: whoever gives a kernel the host's pointer meant that array.

#include <array>
#include <cstddef>
#include <cstdint>

namespace halo::engine {

class DeviceCopies {
public:
    static DeviceCopies& instance();

    /// Host code has copied `bytes` from host to device memory. The latest copies are remembered.
    void add(std::uintptr_t host, std::uintptr_t device, std::size_t bytes);

    /// The device address to which these host bytes were copied last; 0 if none is known, or if it no longer holds the same bytes: the
    /// host memory may belong to another array by now.
    std::uintptr_t of(std::uintptr_t host, std::size_t bytes) const;

private:
    struct Copy {
        std::uintptr_t host = 0, device = 0;
        std::size_t bytes = 0;
    };
    static constexpr std::size_t kRemembered = 64;
    std::array<Copy, kRemembered> copies_{};
    std::size_t added_ = 0;
};

}  // namespace halo::engine
