// covers: Symbols: `cudaMemcpyFromSymbol`, `cudaMemcpyToSymbolAsync`, `cudaMemcpyFromSymbolAsync`
// covers: Symbols: `cudaGetSymbolAddress`, `cudaGetSymbolSize`
// covers: Symbols: `__device__` variables and arrays, read and written by kernels
#include <cstdio>

constexpr int kCount = 45;

__constant__ int c_offset;
__constant__ float c_table[3][5];
__device__ int d_results[kCount];
__device__ float d_scale = 2.5f;

__global__ void compute()
{
    const int x = int(threadIdx.x);
    d_results[x] = int(d_scale * c_table[x % 3][x % 5]) + c_offset;
}

int main()
{
    int failed = 0;
    float table[3][5];
    for (int i = 0; i < 15; ++i) table[i / 5][i % 5] = float(10 * i + 1);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const int offset = -7;
    failed |= cudaMemcpyToSymbol(c_table, table, sizeof table) != cudaSuccess;
    failed |= cudaMemcpyToSymbolAsync(c_offset, &offset, sizeof offset, 0, cudaMemcpyHostToDevice, stream) != cudaSuccess;
    failed |= cudaStreamSynchronize(stream) != cudaSuccess;

    float scale = 0.0f;
    failed |= cudaMemcpyFromSymbol(&scale, d_scale, sizeof scale) != cudaSuccess || scale != 2.5f;

    // The address can be used like any other in device memory.
    float* address = nullptr;
    failed |= cudaGetSymbolAddress((void**)&address, d_scale) != cudaSuccess;
    scale = 4.0f;
    failed |= cudaMemcpy(address, &scale, sizeof scale, cudaMemcpyHostToDevice) != cudaSuccess;
    std::size_t bytes = 0;
    failed |= cudaGetSymbolSize(&bytes, c_table) != cudaSuccess || bytes != sizeof table;

    compute<<<1, kCount>>>();
    int got[kCount];
    failed |= cudaMemcpyFromSymbolAsync(got, d_results, 20 * sizeof(int), 0, cudaMemcpyDeviceToHost, stream) != cudaSuccess;
    failed |= cudaMemcpyFromSymbolAsync(got + 20, d_results, (kCount - 20) * sizeof(int), 20 * sizeof(int),
                                        cudaMemcpyDeviceToHost, stream) != cudaSuccess;
    failed |= cudaStreamSynchronize(stream) != cudaSuccess;
    for (int i = 0; i < kCount; ++i) {
        const int expected = int(4.0f * table[i % 3][i % 5]) - 7;
        if (got[i] == expected) continue;
        std::printf("got[%d] = %d, expected %d\n", i, got[i], expected);
        failed = 1;
    }
    if (failed) std::printf("a call failed: %s\n", cudaGetErrorString(cudaGetLastError()));

    // Beyond the end, and not a symbol.
    failed |= cudaMemcpyToSymbol(c_table, table, sizeof table, 4) != cudaErrorInvalidValue;
    failed |= cudaMemcpyFromSymbol(&scale, table, sizeof scale) != cudaErrorInvalidSymbol;
    // In host code, a variable's name is not a device address.
    failed |= cudaMemcpy(c_table, table, sizeof table, cudaMemcpyHostToDevice) != cudaErrorInvalidValue;
    failed |= cudaMemset(d_results, 0, sizeof d_results) != cudaErrorInvalidValue;
    cudaStreamDestroy(stream);
    return failed;
}
