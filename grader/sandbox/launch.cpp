#include "sandbox/launch.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/core.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

enum class Step : int { wait, descriptors, groups, user, regained, folder, execute };

struct Failure {
    Step step;
    int  error;
};

/// Everything that the child needs, prepared before the fork: after forking a process with threads, nothing may allocate.
struct Child {
    char**      argv;
    char**      envp;
    const char* folder;
    const int*  descriptors;
    int         count;
    bool        drop;
    unsigned    uid, gid;
    int         go, failed;
    pid_t       parent;
};

[[noreturn]] void give_up(int fd, Step step)
{
    const Failure failure{step, errno};
    if (write(fd, &failure, sizeof failure) < 0) _exit(126);
    _exit(127);
}

/// Puts the wanted descriptors on 0, 1, … and closes every other one except `keep`, which it returns at its new number.
int arrange_descriptors(const Child& child, int keep)
{
    enum { kAside = 64 };
    keep = fcntl(keep, F_DUPFD_CLOEXEC, kAside);
    int aside[16];
    for (int i = 0; i < child.count; ++i) {
        aside[i] = child.descriptors[i] < 0 ? -1 : fcntl(child.descriptors[i], F_DUPFD_CLOEXEC, kAside);
        if (child.descriptors[i] >= 0 && aside[i] < 0) give_up(keep, Step::descriptors);
    }
    for (int i = 0; i < child.count; ++i) {
        if (aside[i] < 0)
            close(i);
        else if (dup2(aside[i], i) < 0)
            give_up(keep, Step::descriptors);
    }
    if (syscall(SYS_close_range, unsigned(child.count), unsigned(keep) - 1, 0) != 0 ||
        syscall(SYS_close_range, unsigned(keep) + 1, ~0u, 0) != 0)
        give_up(keep, Step::descriptors);
    return keep;
}

/// Uses system calls directly: glibc's wrappers would look for other threads.
void become(const Child& child, int failed)
{
    const unsigned uid = child.uid, gid = child.gid;
    if (syscall(SYS_setgroups, 0, nullptr) != 0) give_up(failed, Step::groups);
    if (syscall(SYS_setresgid, gid, gid, gid) != 0 || syscall(SYS_setresuid, uid, uid, uid) != 0)
        give_up(failed, Step::user);
    unsigned real = 0, effective = 0, saved = 0;
    errno = 0;
    if (uid == 0 || gid == 0 || syscall(SYS_getresuid, &real, &effective, &saved) != 0 || real != uid ||
        effective != uid || saved != uid || syscall(SYS_setresuid, 0, 0, 0) == 0 || syscall(SYS_setuid, 0) == 0 ||
        syscall(SYS_setresgid, 0, 0, 0) == 0)
        give_up(failed, Step::regained);
}

[[noreturn]] void child_main(const Child& child)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char go = 0;
    if (getppid() != child.parent || read(child.go, &go, 1) != 1) _exit(127);    // the grader is gone

    for (int signal = 1; signal < 65; ++signal)
        if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    umask(022);

    const int failed = arrange_descriptors(child, child.failed);
    if (child.drop) become(child, failed);
    prctl(PR_SET_PDEATHSIG, SIGKILL);                     // changing the user has cleared it
    if (child.folder && chdir(child.folder) != 0) give_up(failed, Step::folder);
    execve(child.argv[0], child.argv, child.envp);
    give_up(failed, Step::execute);
}

std::vector<char*> pointers(const std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
}

std::string failure_text(const Failure& failure, const std::string& command, const std::string& user)
{
    const std::string why = std::strerror(failure.error);
    switch (failure.step) {
    case Step::groups:
    case Step::user:
    case Step::regained:
        return halo::text({fmt::format("grader: cannot become the ordinary user {}, and student code never runs as root", user),
                           failure.step == Step::regained ? "the change did not last: root could be regained"
                           : failure.step == Step::groups ? "setgroups: " + why
                                                          : "setresuid: " + why,
                           "run the grader as an ordinary user"});
    case Step::folder: return halo::text({"grader: the job's folder cannot be entered", "chdir: " + why,
                                          "check that the user " + user + " can read it"});
    case Step::execute:
        return halo::text({fmt::format("grader: {} cannot be started", command), "execve: " + why,
                           failure.error == ENOENT && command.find("bwrap") != std::string::npos
                               ? "apt install bubblewrap"
                               : "check that it exists and that the user " + user + " may run it"});
    case Step::wait:
    case Step::descriptors: break;
    }
    return halo::text({"grader: a process could not be prepared", "descriptors: " + why, "close other programs, or run fewer --jobs"});
}

}  // namespace

Started::Started(const Launch& launch) : command_(launch.command.at(0))
{
    user_ = launch.become ? launch.become->name : "that runs the grader";
    Pipe go, failed;
    if (!go.make() || !failed.make()) {
        error_ = failure_text({Step::descriptors, errno}, command_, user_);
        return;
    }
    std::vector<char*> argv = pointers(launch.command), envp = pointers(launch.environment);
    Child child{};
    child.argv        = argv.data();
    child.envp        = envp.data();
    child.folder      = launch.folder.empty() ? nullptr : launch.folder.c_str();
    child.descriptors = launch.descriptors.data();
    child.count       = int(launch.descriptors.size());
    child.drop        = launch.become.has_value();
    if (launch.become) {
        child.uid = launch.become->uid;
        child.gid = launch.become->gid;
    }
    child.go     = go.read.get();
    child.failed = failed.write.get();
    child.parent = getpid();

    // No handler of ours may run in the child before it has reset them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_ = fork();
    if (pid_ == 0) child_main(child);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid_ < 0) {
        error_ = halo::text({"grader: cannot create a process", std::string("fork: ") + std::strerror(error),
                             "close other programs, or run fewer --jobs"});
        return;
    }
    go_      = std::move(go.write);
    failed_  = std::move(failed.read);
    exit_fd_ = Fd(int(syscall(SYS_pidfd_open, pid_, 0)));
}

bool Started::release()
{
    if (pid_ < 0) return false;
    if (write(go_.get(), "g", 1) != 1) return false;
    go_.reset();
    Failure failure{};
    ssize_t n;
    while ((n = read(failed_.get(), &failure, sizeof failure)) < 0 && errno == EINTR) {}
    if (n == 0) return true;
    ended(true);
    error_ = failure_text(failure, command_, user_);
    return false;
}

bool Started::ended(bool wait)
{
    if (ended_ || pid_ < 0) return true;
    siginfo_t info{};
    while (waitid(P_PID, id_t(pid_), &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG)) != 0 && errno == EINTR) {}
    if (info.si_pid != pid_) return false;
    kill(-pid_, SIGKILL);                    // while our unreaped child still reserves the group's number
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {}
    return ended_ = true;
}

void Started::kill_now()
{
    if (pid_ < 0 || ended_) return;
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
}

Started::~Started()
{
    kill_now();
    ended(true);
}

}  // namespace halo::grader::sandbox
