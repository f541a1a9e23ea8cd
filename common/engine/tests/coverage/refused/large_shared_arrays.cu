// refused: line 4: the __shared__ arrays of fill have 49,156 bytes, at most 49,152
__global__ void fill(int* out)
{
    __shared__ int s_tile[96][128];
    __shared__ int s_count;
    s_tile[threadIdx.x][0] = int(threadIdx.x);
    if (threadIdx.x == 0) s_count = 3;
    __syncthreads();
    out[threadIdx.x] = s_tile[threadIdx.x][0] + s_count;
}
int main() {}
