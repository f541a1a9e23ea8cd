// expect: memory_limit
// Endless unchecked malloc: in the end it writes to the null pointer.
#include "attack.hpp"

int main()
{
    for (;;) std::memset(std::malloc(8 << 20), 1, 8 << 20);
}
