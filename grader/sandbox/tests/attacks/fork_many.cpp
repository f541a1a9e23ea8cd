// expect: exited 0
// Asks for 400 processes at once and gets no more than it may have.
#include "attack.hpp"

int main()
{
    int made = 0;
    for (int i = 0; i < 400; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            pause();
            _exit(0);
        }
        if (child > 0) ++made;
    }
    std::printf("%d\n", made);
    must_fail(made > 64, "more processes than allowed");
    must_fail(made < 32, "(too few: the limit counts other processes too)");
}
