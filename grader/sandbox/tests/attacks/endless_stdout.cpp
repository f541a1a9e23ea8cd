// expect: output_limit
// Prints forever.
#include "attack.hpp"

int main()
{
    static char block[65536];
    while (write(1, block, sizeof block) > 0) {}
    for (;;) pause();
}
