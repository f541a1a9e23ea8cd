// Sections, and ways to run before and after the program, that the translation never makes.

#include <string>
#include <vector>

std::string kept = "a global variable with a constructor may be";
std::vector<float> values(16);
__constant__ float c_filter[5];
__device__ int d_count;

__attribute__((constructor)) void early()
{                                                    // refused: start early
    values[0] = 1;
}

__attribute__((destructor)) void late()
{                                                    // refused: start late
    values[0] = 2;
}

__attribute__((section("elsewhere"))) int hidden = 3;   // refused anywhere: section elsewhere

__global__ void store(float* out)
{
    __shared__ float s_tile[32];
    s_tile[threadIdx.x] = c_filter[0];
    d_count = 1;
    out[threadIdx.x] = s_tile[threadIdx.x];
}
