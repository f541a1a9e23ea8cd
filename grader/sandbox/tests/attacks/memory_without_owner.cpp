// expect: exited 0
// Memory that belongs to no process: files in memory, System V segments, queues.
#include "attack.hpp"

#include <sys/shm.h>

int main()
{
    must_fail(syscall(SYS_memfd_create, "m", 0) >= 0, "memfd_create");
    must_fail(shmget(IPC_PRIVATE, 1u << 20, IPC_CREAT | 0600) >= 0, "shmget");
}
