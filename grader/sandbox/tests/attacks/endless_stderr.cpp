// expect: output_limit
// Complains for ever.
#include "attack.hpp"

int main()
{
    static char block[65536];
    while (write(2, block, sizeof block) > 0) {}
}
