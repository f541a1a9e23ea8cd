// Hands in a file that defines nothing.
// ends: does_not_compile
// by: the linker

// nothing here
