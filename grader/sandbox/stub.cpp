// The first process inside the sandbox. It starts the program, waits, and reports to the grader how it ended.
//
//   halo-stub REPORT_FD cpu_s data_bytes processes file_bytes open_files -- program arguments…
//
// Bubblewrap alone is not enough: it reports exit code 139 and death by SIGSEGV alike, and no CPU time. The report goes
// to a descriptor that the program does not have and cannot reach: the stub is not dumpable, so /proc/1/fd is closed to
// it, and as process 1 of its namespace the stub cannot be killed from inside. Linked statically, since the sandbox
// may have no matching libraries.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

int report_fd = -1;

void report(const char* line)
{
    for (std::size_t left = std::strlen(line); left > 0;) {
        const ssize_t n = write(report_fd, line, left);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(3);
        line += n;
        left -= std::size_t(n);
    }
}

bool limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now{};
    if (getrlimit(__rlimit_resource_t(resource), &now) != 0) return false;
    if (hard > now.rlim_max) hard = now.rlim_max;
    if (soft > hard) soft = hard;
    const rlimit wanted{soft, hard};
    return setrlimit(__rlimit_resource_t(resource), &wanted) == 0;
}

rlim_t number(const char* text)
{
    const unsigned long long value = std::strtoull(text, nullptr, 10);
    return value == 0 ? RLIM_INFINITY : rlim_t(value);
}

/// Makes this the first victim of the out-of-memory killer, so that a machine without cgroups kills the program, not the grader.
void volunteer_for_oom_kill()
{
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    [[maybe_unused]] const ssize_t written = write(fd, "1000", 4);     // only a preference
    close(fd);
}

double ms(const struct timeval& t) { return double(t.tv_sec) * 1e3 + double(t.tv_usec) / 1e3; }

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 9 || std::strcmp(argv[7], "--") != 0) return 3;
    report_fd = std::atoi(argv[1]);
    volunteer_for_oom_kill();
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || fcntl(report_fd, F_SETFD, FD_CLOEXEC) != 0) return 3;
    prctl(PR_SET_PDEATHSIG, SIGKILL);

    int exec_pipe[2];                             // carries the reason if the program could not be started
    if (pipe2(exec_pipe, O_CLOEXEC) != 0) return 3;
    for (int& fd : exec_pipe) {                   // away from 0…3: without a result pipe, 3 is free
        const int low = fd;
        fd = fcntl(low, F_DUPFD_CLOEXEC, 10);
        if (fd < 0) return 3;
        close(low);
    }
    report("started\n");

    const pid_t child = fork();
    char        line[160];
    if (child < 0) {
        std::snprintf(line, sizeof line, "exec %d\n", errno);
        report(line);
        return 3;
    }
    if (child == 0) {
        close(report_fd);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const rlim_t cpu = number(argv[2]), data = number(argv[3]);
        // The soft limit sends SIGXCPU, which distinguishes used-up CPU time from an out-of-memory kill.
        bool ok = limit(RLIMIT_CPU, cpu, cpu == RLIM_INFINITY ? cpu : cpu + 1);
        ok = limit(RLIMIT_DATA, data, data) && ok;
        ok = limit(RLIMIT_NPROC, number(argv[4]), number(argv[4])) && ok;
        ok = limit(RLIMIT_FSIZE, number(argv[5]), number(argv[5])) && ok;
        ok = limit(RLIMIT_NOFILE, number(argv[6]), number(argv[6])) && ok;
        ok = limit(RLIMIT_CORE, 0, 0) && ok;
        ok = limit(RLIMIT_STACK, 8u << 20, 64u << 20) && ok;
        ok = limit(RLIMIT_MEMLOCK, 64u << 10, 64u << 10) && ok;
        ok = limit(RLIMIT_MSGQUEUE, 0, 0) && ok;
        int error = ok ? 0 : EPERM;
        if (ok) {
            execv(argv[8], argv + 8);
            error = errno;
        }
        if (write(exec_pipe[1], &error, sizeof error) < 0) _exit(126);
        _exit(127);
    }
    // The program's pipes must not stay open here: they must close when the program ends.
    for (int fd = 0; fd <= 3; ++fd)
        if (fd != report_fd) close(fd);
    close(exec_pipe[1]);
    int exec_error = 0;
    while (read(exec_pipe[0], &exec_error, sizeof exec_error) < 0 && errno == EINTR) {}

    int           status = 0;
    struct rusage usage{};
    for (;;) {                                    // process 1 also inherits and reaps processes that the program left behind
        const pid_t ended = wait4(-1, &status, 0, &usage);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) return 3;
    }
    if (exec_error != 0)
        std::snprintf(line, sizeof line, "exec %d\n", exec_error);
    else
        std::snprintf(line, sizeof line, "ended %d %.3f %.3f %ld\n", status, ms(usage.ru_utime), ms(usage.ru_stime),
                      usage.ru_maxrss);
    report(line);
    return 0;
}
