// Includes itself.
// ends: does_not_compile
// by: the compiler, in its sandbox

#include __FILE__
