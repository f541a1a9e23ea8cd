#pragma once

#include "sandbox/files.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Moving bytes to and from a job without ever waiting for it; internal to the sandbox.
namespace halo::grader::sandbox {

/// Collects what a pipe delivers, up to a cap.
class Sink {
public:
    Sink(Fd fd, std::uint64_t cap);
    int  fd() const { return fd_.get(); }
    bool open() const { return fd_.open(); }
    bool overflowed() const { return overflowed_; }
    /// Takes what is there now. Closes itself at the end of the stream and when the cap is exceeded.
    void take();

    std::vector<std::byte> bytes;
    std::string text() const;

private:
    Fd            fd_;
    std::uint64_t cap_;
    bool          overflowed_ = false;
};

/// Feeds a pipe from memory or from a file.
class Source {
public:
    Source(Fd to, const std::vector<std::byte>& data, Fd file);
    int  fd() const { return to_.get(); }
    bool open() const { return to_.open(); }
    /// Gives what fits now. Closes the pipe at the end, or when nobody reads any more.
    void give();

private:
    Fd                            to_, file_;
    const std::vector<std::byte>& data_;
    std::vector<std::byte>        chunk_;
    std::size_t                   at_ = 0;
    const std::vector<std::byte>& current() const { return file_.open() ? chunk_ : data_; }
};

/// While it lives, writing to a pipe that nobody reads is an error and not a signal, in this thread only.
class NoSigpipe {
public:
    NoSigpipe();
    ~NoSigpipe();
    NoSigpipe(const NoSigpipe&) = delete;
    NoSigpipe& operator=(const NoSigpipe&) = delete;

private:
    bool was_blocked_ = false, was_pending_ = false;
};

}  // namespace halo::grader::sandbox
