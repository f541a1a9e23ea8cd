#include "sandbox/seccomp_filter.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

// By name: a call that this libseccomp does not know, or that this processor lacks, is left out.
const char* const kDenied[] = {
    // other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    // mounts and namespaces
    "mount", "umount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick",
    "pivot_root", "chroot", "unshare", "setns", "open_by_handle_at", "name_to_handle_at",
    // the kernel
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "add_key",
    "keyctl", "request_key", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot",
    "swapon", "swapoff", "quotactl", "quotactl_fd", "syslog", "acct", "personality", "modify_ldt", "uselib", "ustat",
    "nfsservctl", "lookup_dcookie", "iopl", "ioperm", "vhangup", "fanotify_init",
    // time
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime",
    // memory of others
    "mbind", "migrate_pages", "move_pages", "set_mempolicy",
    // memory that no process limit counts
    "memfd_create", "memfd_secret", "shmget", "shmat", "msgget", "semget", "mq_open",
};

struct Release {
    void operator()(void* context) const { seccomp_release(context); }
};

/// Sockets of a job. CUDA's driver passes a descriptor of its own to itself through one; in the job's network nobody else can be reached.
int add_sockets(scmp_filter_ctx filter, Sockets sockets)
{
    const bool some = sockets == Sockets::within;
    int error = 0;
    for (const char* name : {"socket", "socketpair"}) {
        const int call = seccomp_syscall_resolve_name(name);
        if (error) break;
        error = some ? seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX)) : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0);
    }
    return error;
}

int add_all(scmp_filter_ctx filter, Sockets sockets)
{
    for (const char* name : kDenied) {
        const int call = seccomp_syscall_resolve_name(name);
        if (call == __NR_SCMP_ERROR || call < 0) continue;
        if (const int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0)) return error;
    }
    int error = add_sockets(filter, sockets);

    // clone3 hides its flags behind a pointer; if it seems not to exist, glibc falls back to clone.
    const int clone3 = seccomp_syscall_resolve_name("clone3");
    if (!error && clone3 != __NR_SCMP_ERROR) error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), clone3, 0);
    for (const unsigned long flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
                                     CLONE_NEWCGROUP})
        if (!error)
            error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                     SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
    // Typing into the grader's terminal, and changing the limits of another process (the stub has our uid).
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                 SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_NE, 0));
    return error;
}

}  // namespace

int seccomp_filter_fd(std::string& why, Sockets sockets)
{
    const std::unique_ptr<void, Release> filter(seccomp_init(SCMP_ACT_ALLOW));
    if (!filter) {
        why = "seccomp_init failed";
        return -1;
    }
    const int fd = memfd_create("halo-seccomp", MFD_CLOEXEC);
    int       error = fd < 0 ? -errno : add_all(filter.get(), sockets);
    if (!error) error = seccomp_export_bpf(filter.get(), fd);
    if (!error && lseek(fd, 0, SEEK_SET) != 0) error = -errno;
    if (!error) return fd;
    why = std::string("the seccomp filter could not be created: ") + std::strerror(-error);
    if (fd >= 0) close(fd);
    return -1;
}

}  // namespace halo::grader::sandbox
