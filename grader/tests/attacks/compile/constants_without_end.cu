// Lets the compiler compute a constant without end.
// ends: does_not_compile or timeout
// by: the compiler, in its sandbox

constexpr long spin(long n)
{
    long sum = 0;
    for (long i = 0; i < n; ++i) sum += i;
    return sum;
}
static_assert(spin(1L << 60) != 0);
