// expect: memory_limit
// An array so large that the program cannot even start.
#include "attack.hpp"

static char g_all[3u << 29];

int main(int count, char**)
{
    g_all[static_cast<unsigned>(count) * 1000u] = 1;
    return g_all[0];
}
