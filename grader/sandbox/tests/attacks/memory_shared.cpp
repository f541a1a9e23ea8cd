// expect: memory_limit
// Shared memory, which no RLIMIT_DATA counts.
#include "attack.hpp"

int main()
{
    for (;;) touched(16u << 20, MAP_SHARED);
}
