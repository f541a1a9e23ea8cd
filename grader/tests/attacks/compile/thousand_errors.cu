// Makes the compiler print ten thousand errors.
// ends: does_not_compile
// by: the compiler, in its sandbox

#define E1 int a = ;
#define E2 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1
#define E3 E2 E2 E2 E2 E2 E2 E2 E2 E2 E2
#define E4 E3 E3 E3 E3 E3 E3 E3 E3 E3 E3
E4 E4 E4 E4 E4 E4 E4 E4 E4 E4
