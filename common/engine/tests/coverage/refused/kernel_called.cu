// refused: line 6: fill is a kernel, but is called here like an ordinary function
__global__ void fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }
void fill_all(int* out) { fill<<<1, 32>>>(out); }
int main()
{
    fill(nullptr);
}
