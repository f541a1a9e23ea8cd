// expect: memory_limit
// Endless new; std::bad_alloc is not caught.
#include "attack.hpp"

int main()
{
    for (;;) std::memset(new char[8 << 20], 1, 8 << 20);
}
