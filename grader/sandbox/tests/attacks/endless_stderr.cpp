// expect: output_limit
// Writes to stderr forever.
#include "attack.hpp"

int main()
{
    static char block[65536];
    while (write(2, block, sizeof block) > 0) {}
}
