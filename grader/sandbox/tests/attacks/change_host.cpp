// expect: exited 0
// Tries to change programs, its own file, kernel settings and devices.
#include "attack.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

int main(int, char** argv)
{
    for (const char* path : {"/usr/bin/true", "/stub", static_cast<const char*>(argv[0]), "/proc/sys/kernel/core_pattern",
                             "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger"})
        must_fail(open(path, O_WRONLY) >= 0, path);
    must_fail(chmod(argv[0], 04777) == 0, "chmod of the program");
    must_fail(unlink(argv[0]) == 0, "unlink of the program");
    must_fail(mknod("/tmp/disk", S_IFBLK | 0600, makedev(8, 0)) == 0, "mknod");
    must_fail(setuid(0) == 0, "setuid(0)");
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY);
    must_fail(fd >= 0 && write(fd, "-1000", 5) == 5, "oom_score_adj");
}
