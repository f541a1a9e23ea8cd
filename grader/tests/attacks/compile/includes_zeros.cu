// Includes a file without an end.
// ends: does_not_compile or memory_limit or timeout
// by: the compiler, in its sandbox

#include "/dev/zero"
