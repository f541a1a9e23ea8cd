static __global__ void scaled_index(int* data, int count, int factor)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] = i * factor;
}

void fill(int* d_data, int count, int factor) { scaled_index<<<(count + 31) / 32, 32>>>(d_data, count, factor); }
