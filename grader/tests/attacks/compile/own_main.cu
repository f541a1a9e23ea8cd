// Brings a main function of its own, which reports success.
// ends: does_not_compile
// by: the compiler, in its sandbox

#include "solved.cuh"

int main()
{
    return 0;
}
