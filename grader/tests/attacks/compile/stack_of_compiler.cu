// Nests statements until the compiler has no stack left, which it calls an internal error of its own.
// ends: does_not_compile
// says: the compiler gave up
// by: the compiler, a limit of its own

#define TEN(X) X X X X X X X X X X
#define TEN_THOUSAND(X) TEN(TEN(TEN(TEN(X))))

#include "solved.cuh"

void deep() { TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)) TEN_THOUSAND(for (;;)); }
