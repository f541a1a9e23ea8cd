// expect: exited 0
// Writes wherever it can until refused: 64 MiB in /tmp, 16 MiB in /dev/shm, nothing elsewhere.
#include "attack.hpp"

#include <string>

static long fill(const std::string& folder)
{
    static char block[1 << 20];
    long        written = 0;
    for (int file = 0; file < 200; ++file) {
        const int fd = open((folder + "/f" + std::to_string(file)).c_str(), O_CREAT | O_WRONLY, 0600);
        if (fd < 0) return written;
        for (int i = 0; i < 4; ++i) {
            const ssize_t n = write(fd, block, sizeof block);
            if (n <= 0) return written;
            written += n;
        }
        close(fd);
    }
    return written;
}

int main()
{
    must_fail(fill("/tmp") > (65l << 20), "/tmp beyond 64 MiB");
    must_fail(fill("/dev/shm") > (17l << 20), "/dev/shm beyond 16 MiB");
    for (const char* folder : {"", "/dev", "/usr", "/usr/bin", "/src", "/proc", "/dev/pts"})
        must_fail(fill(folder) > 0, folder);
}
