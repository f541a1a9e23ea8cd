// expect: signalled 6
// Near miss: it only prints the words, and aborts.
#include "attack.hpp"

int main()
{
    std::fputs("std::bad_alloc out of memory\n", stderr);
    std::abort();
}
