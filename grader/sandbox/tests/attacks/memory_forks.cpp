// expect: memory_limit
// Six children with 100 MiB each: every one of them is within the limit.
#include "attack.hpp"

int main()
{
    for (int i = 0; i < 6; ++i)
        if (fork() == 0) {
            touched(100u << 20);
            pause();
        }
    pause();
}
