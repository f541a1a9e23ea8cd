// expect: timeout
// Waits for ever, using no CPU time.
#include "attack.hpp"

int main()
{
    for (;;) pause();
}
