// refused: line 4: __ballot was removed from CUDA
__global__ void vote(unsigned* out)
{
    out[0] = __ballot(threadIdx.x % 2);
}

int main() {}
