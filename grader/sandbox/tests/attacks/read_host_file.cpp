// expect: exited 0
// Reads files of the host: passwords, the grader's own, another submission.
#include "attack.hpp"

int main(int, char** argv)
{
    for (const char* path : {"/etc/passwd", "/etc/shadow", "/root", "/home", "/var", "/sys", "/run", "/proc/1/root/etc/passwd",
                             "/proc/1/environ", "/proc/kcore", static_cast<const char*>(argv[1])})
        must_fail(open(path, O_RDONLY) >= 0, path);
}
