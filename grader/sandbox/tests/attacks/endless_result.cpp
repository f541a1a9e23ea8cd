// expect: output_limit
// Writes results forever.
#include "attack.hpp"

int main()
{
    static char block[65536];
    while (write(3, block, sizeof block) > 0) {}
}
