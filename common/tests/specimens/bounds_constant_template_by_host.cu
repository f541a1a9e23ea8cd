// expect: out_of_bounds, line 8, array table<int>, index [0]
// The host reads what is on the device.
template <typename T> __constant__ T table[4];
__global__ void load(int* out) { *out = table<int>[1]; }

int first()
{
    return table<int>[0];
}

int main()
{
    const int values[4] = {1, 2, 3, 4};
    int* out;
    cudaMalloc(&out, sizeof *out);
    cudaMemcpyToSymbol(table<int>, values, sizeof values);
    load<<<1, 1>>>(out);
    cudaFree(out);
    return first() == 1 ? 0 : 2;
}
