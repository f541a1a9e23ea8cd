// expect: exited 7
// Tries to kill the grader, process 1, its parent and every other process. All of it is refused or ignored, and 7 is still reported.
#include "attack.hpp"

int main(int, char** argv)
{
    must_fail(kill(std::atoi(argv[3]), SIGKILL) == 0 && std::atoi(argv[3]) > 64, "kill the grader");
    kill(1, SIGKILL);
    kill(getppid(), SIGKILL);
    kill(1, SIGSTOP);
    kill(-1, SIGKILL);
    usleep(50000);
    return 7;
}
