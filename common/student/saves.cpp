#include "student/saves.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "student/process.hpp"

namespace halo::student {
namespace {

constexpr int kSettleMs = 50;       // for an editor that saves in two steps, where nothing tells that it is done

}  // namespace

Saves::Saves(const std::string& file) : file_(file), name_(std::filesystem::path(file).filename())
{
    // The folder, not the file: many editors put another file in its place.
    notify_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (notify_ < 0) return;
    const std::string folder = std::filesystem::path(file).parent_path();
    if (inotify_add_watch(notify_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
        close(notify_);
        notify_ = -1;
    }
}

Saves::~Saves()
{
    if (notify_ >= 0) close(notify_);
}

Saves::Stamp Saves::stamp() const
{
    struct stat status {};
    if (stat(file_.c_str(), &status) != 0) return {};
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

void Saves::read_events()
{
    alignas(inotify_event) std::array<char, 4096> buffer;
    for (ssize_t n; notify_ >= 0 && (n = read(notify_, buffer.data(), buffer.size())) > 0;)
        for (std::size_t at = 0; at + sizeof(inotify_event) <= std::size_t(n);) {
            inotify_event event{};
            std::memcpy(&event, &buffer[at], sizeof event);
            closed_ |= event.len > 0 && name_ == &buffer[at + sizeof event];
            at += sizeof event + event.len;
        }
}

bool Saves::changed()
{
    read_events();              // or they would wake again at once
    const Stamp now = stamp();
    return now != Stamp{} && now != seen_;
}

bool Saves::saved()
{
    read_events();
    const bool complete = std::exchange(closed_, false);
    const Stamp now = stamp();
    if (now == Stamp{} || now == seen_) return false;
    if (!complete) {
        pause_ms(kSettleMs);
        if (stamp() != now) return false;       // asked again soon
    }
    seen_ = now;
    return true;
}

}  // namespace halo::student
