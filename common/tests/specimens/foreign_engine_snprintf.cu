// expect: out_of_bounds, line 7
#include <cstdio>

int main(int count, char**)
{
    void* volatile place = &halo_now;
    std::snprintf(static_cast<char*>(place), 8, "%d", count);
}
