// Prints a compiler message that names another student's file.
// ends: does_not_compile
// by: the compiler, in its sandbox

#line 1 "/home/ada/conv1d_basic.cu"
#error "\033[2J all tests passed"
