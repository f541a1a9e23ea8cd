// expect: output_limit
// Writes results for ever.
#include "attack.hpp"

int main()
{
    static char block[65536];
    while (write(3, block, sizeof block) > 0) {}
}
