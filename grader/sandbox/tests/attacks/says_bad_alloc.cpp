// expect: signalled 6
// Near miss: it only speaks of memory, and aborts.
#include "attack.hpp"

int main()
{
    std::fputs("std::bad_alloc out of memory\n", stderr);
    std::abort();
}
