// expect: exited 7
// Writes a report of success to every descriptor it can find, including those of process 1.
#include "attack.hpp"

int main()
{
    const char* forged = "ended 0 1.0 1.0 1000\n";
    for (int fd = 3; fd < 256; ++fd)
        if (write(fd, forged, std::strlen(forged)) > 0) must_fail(fd != 3, "a descriptor above 3");
    char path[64];
    for (int fd = 0; fd < 64; ++fd) {
        std::snprintf(path, sizeof path, "/proc/1/fd/%d", fd);
        must_fail(open(path, O_WRONLY | O_NONBLOCK) >= 0, path);
        std::snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), fd);
        must_fail(open(path, O_WRONLY | O_NONBLOCK) >= 0, path);
    }
    return 7;
}
