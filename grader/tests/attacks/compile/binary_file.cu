// Hands in bytes that are not text.
// ends: does_not_compile
// by: the compiler, in its sandbox

 ELF 
