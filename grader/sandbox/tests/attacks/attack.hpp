#pragma once
// Shared by the attacks. Each is run with: a file of the host, a port on which the host listens, the grader's pid.
// An attack exits 0 when everything it tried was refused, and 1, naming it on stderr, when something worked.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Outside a sandbox these programs would really attack.
[[maybe_unused]] static const bool g_inside = [] {
    if (access("/stub", X_OK) == 0 && getuid() == 65534) return true;
    std::fputs("not run: this program attacks; only the sandbox's tests start it\n", stderr);
    _exit(99);
}();

inline void must_fail(bool worked, const char* what)
{
    if (!worked) return;
    std::fprintf(stderr, "worked: %s\n", what);
    _exit(1);
}

/// Memory with every page touched, or null.
inline void* touched(std::size_t bytes, int flags = MAP_PRIVATE)
{
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    for (std::size_t at = 0; at < bytes; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    return memory;
}
