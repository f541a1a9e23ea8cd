// refused: line 4: threadIdx is used in host code: only the threads of a kernel have one
void store(int* out)   // __global__ was forgotten
{
    out[threadIdx.x] = 1;
    __syncthreads();
}
int main() {}
