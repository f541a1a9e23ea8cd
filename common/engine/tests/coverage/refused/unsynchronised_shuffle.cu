// refused: line 5: __shfl_down was removed from CUDA
__global__ void sum(float* data)
{
    float x = data[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) x += __shfl_down(x, d);
    if (threadIdx.x == 0) data[0] = x;
}

int main() {}
