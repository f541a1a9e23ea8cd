#pragma once

#include <optional>
#include <string>

/// Small files and descriptors; internal to the sandbox.
namespace halo::grader::sandbox {

/// Whole content of a small file; also of those in /proc, which have no size. nullopt if it can't be read.
std::optional<std::string> read_text(const std::string& path);

/// Writes into a file that exists, in one call, as control files want it.
bool write_text(const std::string& path, const std::string& content);

/// A descriptor that closes itself.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    ~Fd() { reset(); }
    Fd(Fd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Fd& operator=(Fd&& other) noexcept;

    int  get() const { return fd_; }
    bool open() const { return fd_ >= 0; }
    void reset();

private:
    int fd_ = -1;
};

struct Pipe {
    Fd read, write;
    /// Both ends close on exec. False if there are no descriptors left.
    bool make();
};

/// headline, where, try: the house's form of an error.
std::string three_lines(const std::string& headline, const std::string& where, const std::string& advice);

}  // namespace halo::grader::sandbox
