// Hands in bytes that are no text.
// ends: does_not_compile
// by: the compiler, in its sandbox

 ELF 
