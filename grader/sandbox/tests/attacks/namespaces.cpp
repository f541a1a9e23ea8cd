// expect: exited 0
// Tries to create its own namespaces, in which it would be root.
#include "attack.hpp"

#include <sched.h>
#include <sys/mount.h>

static int nothing(void*) { return 0; }

int main()
{
    static char stack[65536];
    for (const int flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWUTS, CLONE_NEWIPC}) {
        must_fail(unshare(flag) == 0, "unshare");
        must_fail(clone(nothing, stack + sizeof stack, flag | SIGCHLD, nullptr) > 0, "clone");
    }
    must_fail(syscall(SYS_clone3, nullptr, 0) >= 0 || errno != ENOSYS, "clone3");
    must_fail(mount("none", "/tmp", "tmpfs", 0, nullptr) == 0, "mount");
    must_fail(umount2("/tmp", MNT_DETACH) == 0, "umount");
    must_fail(chroot("/tmp") == 0, "chroot");
    must_fail(setns(open("/proc/1/ns/mnt", O_RDONLY), 0) == 0, "setns");
}
