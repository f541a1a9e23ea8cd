// Quotes what a compiler says that has no memory, or was killed: that would be a limit, and another try with the machine alone.
// ends: does_not_compile
// says: #error
// by: the compiler, whose last words count

#error cc1plus: out of memory allocating 1 bytes: Killed signal terminated program cc1plus: std::bad_alloc

#include "solved.cuh"
