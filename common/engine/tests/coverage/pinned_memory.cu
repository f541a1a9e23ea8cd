// covers: Memory: pinned host memory: `cudaMallocHost`, `cudaHostAlloc`, `cudaFreeHost`, `cudaHostGetFlags`
// covers: Memory: mapped host memory: `cudaHostGetDevicePointer`, read and written by a kernel
// covers: Memory: `cudaHostRegister` and `cudaHostUnregister` around copies
// covers: Memory: registered memory, read and written by a kernel
#include <cstdio>
#include <vector>

constexpr int kCount = 1003;

__global__ void triple(const int* in, int* out, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) out[x] = 3 * in[x] + x;
}

int differing(const int* out, const int* in, const char* what)
{
    int count = 0;
    for (int i = 0; i < kCount; ++i) count += out[i] != 3 * in[i] + i;
    if (count) std::printf("%s: %d of %d differ\n", what, count, kCount);
    return count;
}

int main()
{
    int failed = 0;
    constexpr std::size_t kBytes = kCount * sizeof(int);
    int *d_in, *d_out;
    cudaMalloc(&d_in, kBytes);
    cudaMalloc(&d_out, kBytes);

    // Pinned: copied like any other host memory.
    int *in, *out;
    failed |= cudaMallocHost(&in, kBytes) != cudaSuccess;
    failed |= cudaHostAlloc((void**)&out, kBytes, cudaHostAllocPortable | cudaHostAllocWriteCombined) != cudaSuccess;
    for (int i = 0; i < kCount; ++i) in[i] = 7 * i - 2000;
    failed |= cudaMemcpyAsync(d_in, in, kBytes, cudaMemcpyHostToDevice) != cudaSuccess;
    triple<<<(kCount + 127) / 128, 128>>>(d_in, d_out, kCount);
    failed |= cudaMemcpy(out, d_out, kBytes, cudaMemcpyDeviceToHost) != cudaSuccess;
    failed |= differing(out, in, "pinned");

    // Mapped: the kernel works on it directly.
    int *mapped_in = nullptr, *mapped_out = nullptr;
    int *mapped, *result;
    failed |= cudaHostAlloc(&mapped, kBytes, cudaHostAllocMapped) != cudaSuccess;
    failed |= cudaHostAlloc(&result, kBytes, cudaHostAllocMapped) != cudaSuccess;
    for (int i = 0; i < kCount; ++i) mapped[i] = i * i % 101;
    failed |= cudaHostGetDevicePointer(&mapped_in, mapped, 0) != cudaSuccess;
    failed |= cudaHostGetDevicePointer((void**)&mapped_out, result, 0) != cudaSuccess;
    triple<<<(kCount + 255) / 256, 256>>>(mapped_in, mapped_out, kCount);
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    failed |= differing(result, mapped, "mapped");
    unsigned flags = 0;
    failed |= cudaHostGetFlags(&flags, mapped) != cudaSuccess || (flags & cudaHostAllocMapped) == 0;

    // Registered: the program's own memory, pinned temporarily.
    std::vector<int> own(kCount), back(kCount);
    for (int i = 0; i < kCount; ++i) own[i] = 5 - i;
    failed |= cudaHostRegister(own.data(), kBytes, cudaHostRegisterDefault) != cudaSuccess;
    failed |= cudaHostRegister(own.data(), kBytes, cudaHostRegisterDefault) != cudaErrorHostMemoryAlreadyRegistered;
    failed |= cudaMemcpyAsync(d_in, own.data(), kBytes, cudaMemcpyHostToDevice) != cudaSuccess;
    triple<<<(kCount + 31) / 32, 32>>>(d_in, d_out, kCount);
    failed |= cudaMemcpy(back.data(), d_out, kBytes, cudaMemcpyDeviceToHost) != cudaSuccess;
    failed |= differing(back.data(), own.data(), "registered");

    // … or used by a kernel where it is.
    std::vector<int> tripled(kCount);
    failed |= cudaHostRegister(tripled.data(), kBytes, cudaHostRegisterMapped) != cudaSuccess;
    failed |= cudaHostGetDevicePointer(&mapped_in, own.data(), 0) != cudaSuccess;
    failed |= cudaHostGetDevicePointer(&mapped_out, tripled.data(), 0) != cudaSuccess;
    triple<<<(kCount + 31) / 32, 32>>>(mapped_in, mapped_out, kCount);
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    failed |= differing(tripled.data(), own.data(), "registered, in place");
    failed |= cudaHostUnregister(own.data()) != cudaSuccess;
    failed |= cudaHostUnregister(own.data()) != cudaErrorHostMemoryNotRegistered;
    failed |= cudaHostUnregister(tripled.data()) != cudaSuccess;

    for (int* host : {in, out, mapped, result}) failed |= cudaFreeHost(host) != cudaSuccess;
    cudaFree(d_in);
    cudaFree(d_out);
    return failed;
}
