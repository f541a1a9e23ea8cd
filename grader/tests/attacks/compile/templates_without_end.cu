// Instantiates templates without end.
// ends: does_not_compile or timeout or memory_limit
// by: the compiler, in its sandbox

template <int N>
struct Deeper : Deeper<N + 1>, Deeper<N - 1> {};
Deeper<0> deeper;
