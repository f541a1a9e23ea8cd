// expect: exited 0
// Leaves a process behind that has its own session and holds every pipe open.
#include "attack.hpp"

int main()
{
    if (fork() == 0) {
        setsid();
        for (int i = 1; i < 64; ++i) signal(i, SIG_IGN);
        if (fork() == 0)
            for (;;) pause();
        _exit(0);
    }
    usleep(50000);
}
