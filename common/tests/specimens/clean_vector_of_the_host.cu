// expect: clean
// The program's own vectors: the engine uses some of the same type between launches, and must not run the program's code for them.
#include <cstdio>
#include <vector>

__global__ void fill(unsigned* out) { out[threadIdx.x] = threadIdx.x + 1; }

int main()
{
    std::vector<unsigned> numbers;
    unsigned* d_out;
    cudaMalloc(&d_out, 32 * sizeof(unsigned));
    fill<<<1, 32>>>(d_out);
    numbers.resize(32);
    cudaMemcpy(numbers.data(), d_out, 32 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    std::printf("%u\n", numbers[31]);
    return numbers[31] == 32 ? 0 : 1;
}
