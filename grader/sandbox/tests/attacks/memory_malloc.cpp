// expect: memory_limit
// malloc without end and without looking: it writes to the null pointer in the end.
#include "attack.hpp"

int main()
{
    for (;;) std::memset(std::malloc(8 << 20), 1, 8 << 20);
}
