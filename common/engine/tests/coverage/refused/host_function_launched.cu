// refused: line 6: fill_all is launched as a kernel, but is a host function
__global__ void fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }
void fill_all(int* out) { fill<<<1, 32>>>(out); }
int main()
{
    fill_all<<<1, 32>>>(nullptr);
}
