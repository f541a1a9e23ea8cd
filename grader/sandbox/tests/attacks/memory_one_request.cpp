// expect: memory_limit
// A single request beyond any limit.
#include "attack.hpp"

int main(int count, char**)
{
    char* all = new char[static_cast<unsigned long>(count) << 42];
    std::printf("%p\n", static_cast<void*>(all));
}
