#pragma once
// File descriptors that close themselves.

#include <unistd.h>

#include <utility>

namespace halo {

class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    ~Fd() { reset(); }
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&& other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }

    int  get() const { return fd_; }
    bool open() const { return fd_ >= 0; }
    /// Whoever calls it closes it.
    int release() { return std::exchange(fd_, -1); }
    void reset()
    {
        if (fd_ >= 0) close(fd_);
        fd_ = -1;
    }

private:
    int fd_ = -1;
};

}  // namespace halo
