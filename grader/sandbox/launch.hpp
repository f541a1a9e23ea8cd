#pragma once

#include "sandbox/files.hpp"
#include "sandbox/sandbox.hpp"

#include <string>
#include <vector>

#include <sys/types.h>

/// Starts the process; internal to the sandbox.
namespace halo::grader::sandbox {

struct Launch {
    std::vector<std::string> command;
    std::vector<std::string> environment;
    std::string              folder;        ///< "": stay
    std::optional<User>      become;        ///< drop to this user for good; nullopt: stay the caller
    /// The descriptors to become 0, 1, …; -1 leaves that number closed.
    std::vector<int>         descriptors;
};

/// A forked process that waits until release() lets it run its command.
class Started {
public:
    explicit Started(const Launch& launch);
    /// Kills the process if it still runs.
    ~Started();
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;

    pid_t pid() const { return pid_; }
    /// True if the command is running now; else `error()` holds three lines.
    bool release();
    const std::string& error() const { return error_; }

    /// Readable once the process has ended; -1 where the kernel has no such descriptors.
    int  exit_fd() const { return exit_fd_.get(); }
    /// Has it ended? If so, collects its status and kills the rest of its process group.
    bool ended(bool wait = false);
    int  status() const { return status_; }
    /// SIGKILL to it and to its process group.
    void kill_now();

private:
    pid_t       pid_    = -1;
    bool        ended_  = false;
    int         status_ = 0;
    Fd          go_, failed_, exit_fd_;
    std::string error_, command_, user_;
};

}  // namespace halo::grader::sandbox
