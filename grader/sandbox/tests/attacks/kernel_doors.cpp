// expect: exited 0
// Parts of the Linux kernel that a CUDA test never needs and that have often been ways out.
#include "attack.hpp"

#include <sys/ioctl.h>

int main()
{
    const struct {
        long        number;
        const char* name;
    } calls[] = {{SYS_bpf, "bpf"}, {SYS_perf_event_open, "perf_event_open"}, {SYS_io_uring_setup, "io_uring_setup"},
                 {SYS_userfaultfd, "userfaultfd"}, {SYS_add_key, "add_key"}, {SYS_keyctl, "keyctl"},
                 {SYS_kexec_load, "kexec_load"}, {SYS_init_module, "init_module"}, {SYS_open_by_handle_at, "open_by_handle_at"},
                 {SYS_personality, "personality"}, {SYS_move_pages, "move_pages"}, {SYS_swapon, "swapon"}};
    for (const auto& call : calls) {
        errno = 0;
        must_fail(syscall(call.number, 0, 0, 0, 0, 0, 0) >= 0 || errno != EPERM, call.name);
    }
    char newline = '\n';
    errno        = 0;
    must_fail(ioctl(0, TIOCSTI, &newline) == 0 || errno != EPERM, "TIOCSTI");
}
