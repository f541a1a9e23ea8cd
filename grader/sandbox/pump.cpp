#include "sandbox/pump.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

constexpr std::size_t kChunk = 64u << 10;

void set_nonblocking(const Fd& fd)
{
    if (fd.open()) fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace

Sink::Sink(Fd fd, std::uint64_t cap) : fd_(std::move(fd)), cap_(cap == 0 ? UINT64_MAX : cap) { set_nonblocking(fd_); }

void Sink::take()
{
    // A few chunks at a time, so that a busy stream does not keep us from checking the clock.
    std::array<std::byte, kChunk> chunk;          // not cleared, unlike what a vector grows by
    for (int turn = 0; turn < 16 && open(); ++turn) {
        const ssize_t n = read(fd_.get(), chunk.data(), chunk.size());
        if (n > 0) bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + n);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n <= 0) fd_.reset();
        if (bytes.size() > cap_) {
            bytes.resize(cap_);
            overflowed_ = true;
            fd_.reset();
        }
    }
}

std::string Sink::text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

Source::Source(Fd to, const std::vector<std::byte>& data, Fd file)
    : to_(std::move(to)), file_(std::move(file)), data_(data)
{
    set_nonblocking(to_);
}

void Source::give()
{
    for (int turn = 0; turn < 16 && open(); ++turn) {
        if (at_ == current().size() && file_.open()) {
            chunk_.resize(kChunk);
            at_ = 0;
            ssize_t n;
            while ((n = read(file_.get(), chunk_.data(), chunk_.size())) < 0 && errno == EINTR) {}
            chunk_.resize(std::size_t(std::max<ssize_t>(n, 0)));
        }
        if (at_ == current().size()) {
            to_.reset();
            return;
        }
        const ssize_t n = write(to_.get(), current().data() + at_, current().size() - at_);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0)
            to_.reset();
        else
            at_ += std::size_t(n);
    }
}

NoSigpipe::NoSigpipe()
{
    sigset_t pipe, pending, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    was_blocked_ = sigismember(&before, SIGPIPE) == 1;
}

NoSigpipe::~NoSigpipe()
{
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    const timespec now{};
    if (!was_pending_)
        while (sigtimedwait(&pipe, nullptr, &now) < 0 && errno == EINTR) {}
    if (!was_blocked_) pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
}

}  // namespace halo::grader::sandbox
