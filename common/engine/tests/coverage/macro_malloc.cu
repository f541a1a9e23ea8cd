// covers: Memory: `malloc` as a macro of the program
#include <cstdlib>

#define malloc(bytes) ({ void* block = malloc(bytes); if (block == nullptr) std::exit(2); block; })

__global__ void twice(int* d) { d[threadIdx.x] *= 2; }

int main()
{
    const int n = 4;
    int* h = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) h[i] = i + 1;
    int* d;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, n>>>(d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    const bool right = h[0] == 2 && h[3] == 8;
    cudaFree(d);
    free(h);
    return right ? 0 : 1;
}
