// expect: exited 0
// Tries to read and write the memory and the descriptors of process 1.
#include "attack.hpp"

#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>

int main()
{
    must_fail(ptrace(PTRACE_ATTACH, 1, nullptr, nullptr) == 0, "ptrace attach");
    must_fail(ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr) == 0, "ptrace seize");
    char  byte = 0;
    iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
    must_fail(process_vm_readv(1, &here, 1, &there, 1, 0) == 1, "process_vm_readv");
    must_fail(open("/proc/1/mem", O_RDWR) >= 0, "/proc/1/mem");
    const long other = syscall(SYS_pidfd_open, 1, 0);
    must_fail(other >= 0 && syscall(SYS_pidfd_getfd, other, 4, 0) >= 0, "pidfd_getfd");
    const rlimit none{0, 0};
    must_fail(prlimit(1, RLIMIT_CPU, &none, nullptr) == 0, "prlimit of process 1");
}
