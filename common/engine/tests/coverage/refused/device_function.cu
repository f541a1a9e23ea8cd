// refused: line 7: half_of is a __device__ function: host code can't call it
#include <cstdio>
__device__ float half_of(float x) { return 0.5f * x; }

int main()
{
    std::printf("%g\n", half_of(3.0f));
}
