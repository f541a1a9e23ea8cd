// expect: timeout or memory_limit
// Every process forks without end.
#include "attack.hpp"

int main()
{
    for (;;) fork();
}
