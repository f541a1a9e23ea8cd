// expect: timeout or memory_limit
// Every process forks endlessly.
#include "attack.hpp"

int main()
{
    for (;;) fork();
}
