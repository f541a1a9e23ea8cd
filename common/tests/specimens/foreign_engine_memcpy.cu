// expect: out_of_bounds, line 10
#include <cstring>
#include <vector>

int main()
{
    const std::vector<char> zeros(8);
    void* volatile place = &halo_now;
    void* const target = place;
    std::memcpy(target, zeros.data(), zeros.size());
    return zeros[0];
}
