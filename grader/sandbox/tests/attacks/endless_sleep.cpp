// expect: timeout
// Waits forever, using no CPU time.
#include "attack.hpp"

int main()
{
    for (;;) pause();
}
