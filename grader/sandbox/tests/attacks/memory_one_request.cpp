// expect: memory_limit
// One request beyond everything.
#include "attack.hpp"

int main(int count, char**)
{
    char* all = new char[static_cast<unsigned long>(count) << 42];
    std::printf("%p\n", static_cast<void*>(all));
}
