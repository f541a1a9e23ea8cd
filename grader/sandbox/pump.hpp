#pragma once

#include "sandbox/files.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Moves bytes to and from a job without ever waiting for it; internal to the sandbox.
namespace halo::grader::sandbox {

/// Collects what a pipe delivers, up to a cap.
class Sink {
public:
    Sink(Fd fd, std::uint64_t cap);
    int  fd() const { return fd_.get(); }
    bool open() const { return fd_.open(); }
    bool overflowed() const { return overflowed_; }
    /// Takes what has arrived. Closes itself at the end of the stream and when the cap is exceeded.
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
    /// Writes what fits. Closes the pipe at the end, or when the reader is gone.
    void give();

private:
    Fd                            to_, file_;
    const std::vector<std::byte>& data_;
    std::vector<std::byte>        chunk_;
    std::size_t                   at_ = 0;
    const std::vector<std::byte>& current() const { return file_.open() ? chunk_ : data_; }
};

/// During its lifetime, writing to a pipe without a reader is an error and not a signal, in this thread only.
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
