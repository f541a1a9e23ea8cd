// expect: out_of_bounds, line 7, array table<int>, index [2]
// A kernel stores to constant memory.
namespace filters {
template <typename T> __constant__ T table[4];
}

__global__ void store(int n) { filters::table<int>[n] = n; }

int main()
{
    const int values[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(filters::table<int>, values, sizeof values);
    store<<<1, 1>>>(2);
    cudaDeviceSynchronize();
}
