// expect: exited 0
// Looks for descriptors that the grader left open: there are 0, 1, 2 and the result's 3.
#include "attack.hpp"

int main()
{
    for (int fd = 4; fd < 1024; ++fd) must_fail(fcntl(fd, F_GETFD) >= 0, "an open descriptor above 3");
    for (int fd = 0; fd < 4; ++fd) must_fail(fcntl(fd, F_GETFD) < 0, "a closed descriptor below 4");
}
