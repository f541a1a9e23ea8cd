// expect: timeout
// Spins in processes that each have their own session and that no parent waits for. A limit on each process, or on those
// waited for, would let them all run on, and a scheduler that is fair to sessions gives them every processor.
#include "attack.hpp"

int main()
{
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 12; ++i)
        if (fork() == 0) {
            setsid();
            for (volatile bool going = true; going;) {}
        }
    for (;;) pause();
}
