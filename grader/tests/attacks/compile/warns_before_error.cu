// Has a warning that reads like an error before the error that counts.
// ends: does_not_compile
// says: expected primary-expression
// by: the compiler, whose first error is the headline

#warning error: nothing is wrong here

int wrong = ;

#include "solved.cuh"
