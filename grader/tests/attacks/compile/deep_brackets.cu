// Nests brackets a hundred thousand deep.
// ends: does_not_compile or memory_limit or timeout
// by: the compiler, in its sandbox

#define O1 ((((((((((
#define O2 O1 O1 O1 O1 O1 O1 O1 O1 O1 O1
#define O3 O2 O2 O2 O2 O2 O2 O2 O2 O2 O2
#define O4 O3 O3 O3 O3 O3 O3 O3 O3 O3 O3
int deep = O4 O4 O4 O4 O4 O4 O4 O4 O4 O4 0;
