// expect: out_of_bounds, line 13
// A pointer into the engine, made from the address of a local variable.
#include <cstdio>

struct Distance {
    char* from;
    long bytes;
};

[[gnu::noinline]] void store(const Distance& distance)
{
    auto* const counter = reinterpret_cast<unsigned*>(distance.from + distance.bytes);
    *counter = 0;
}

int main()
{
    char local = 'x';
    const Distance distance{&local, reinterpret_cast<char*>(&halo_now) - &local};
    store(distance);
    std::printf("%c\n", local);
}
