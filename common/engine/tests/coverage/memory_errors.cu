// covers: Memory: errors of copies and frees, as a card's driver returns them
// covers: Memory: `cudaPointerGetAttributes`
#include <cstdio>
#include <cstring>

int failed = 0;

void expect(cudaError_t got, cudaError_t expected, const char* what)
{
    if (got != expected) {
        std::printf("%s: %s, expected %s\n", what, cudaGetErrorName(got), cudaGetErrorName(expected));
        failed = 1;
    }
    const cudaError_t kept = cudaGetLastError();
    if (kept != got) {
        std::printf("%s: cudaGetLastError() returns %s\n", what, cudaGetErrorName(kept));
        failed = 1;
    }
}
#define EXPECT(call, status) expect(call, status, #call)

int main()
{
    float host[64] = {}, *device = nullptr;
    EXPECT(cudaMalloc(&device, sizeof host), cudaSuccess);
    EXPECT(cudaMemset(device, 0, sizeof host), cudaSuccess);
    void* huge = &huge;
    EXPECT(cudaMalloc(&huge, std::size_t(1) << 50), cudaErrorMemoryAllocation);
    EXPECT(cudaMalloc((void**)nullptr, 16), cudaErrorInvalidValue);

    EXPECT(cudaMemcpy(device, host, sizeof host, cudaMemcpyKind(9)), cudaErrorInvalidMemcpyDirection);
    EXPECT(cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(host, host + 32, 64, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(host, device, 16, cudaMemcpyHostToHost), cudaSuccess);
    EXPECT(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT(cudaMemset(host, 0, sizeof host), cudaErrorInvalidValue);

    EXPECT(cudaMemcpy2D(device, 16, host, 8, 16, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    EXPECT(cudaMemcpy2D(device, 8, host, 16, 16, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    EXPECT(cudaMemcpy2D(device, 32, host, 16, 16, 2, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT(cudaMemcpy2D(device, 8, host, 16, 16, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT(cudaMemset2D(device, 16, 0, 16, 4), cudaSuccess);
    EXPECT(cudaMemset2D(device, 8, 0, 16, 2), cudaErrorInvalidValue);
    EXPECT(cudaMemset2D(device, 8, 0, 16, 1), cudaSuccess);

    cudaPointerAttributes attributes{};
    EXPECT(cudaPointerGetAttributes(&attributes, device + 3), cudaSuccess);
    failed |= attributes.type != cudaMemoryTypeDevice || attributes.device != 0 || attributes.devicePointer != device + 3;
    EXPECT(cudaPointerGetAttributes(&attributes, host), cudaSuccess);
    failed |= attributes.type != cudaMemoryTypeUnregistered;
    float *pinned = nullptr, *managed = nullptr;
    EXPECT(cudaMallocHost(&pinned, 400), cudaSuccess);
    EXPECT(cudaMallocManaged(&managed, 400), cudaSuccess);
    EXPECT(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
    failed |= attributes.type != cudaMemoryTypeHost || attributes.hostPointer != pinned;
    EXPECT(cudaPointerGetAttributes(&attributes, managed), cudaSuccess);
    failed |= attributes.type != cudaMemoryTypeManaged;

    EXPECT(cudaFree(pinned), cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(device), cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(host), cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(pinned), cudaSuccess);
    EXPECT(cudaFree(managed), cudaSuccess);
    EXPECT(cudaFree(host), cudaErrorInvalidValue);
    EXPECT(cudaFree(device), cudaSuccess);
    EXPECT(cudaFree(device), cudaErrorInvalidValue);
    EXPECT(cudaFree(nullptr), cudaSuccess);

    failed |= std::strcmp(cudaGetErrorString(cudaErrorInvalidPitchValue), "invalid pitch argument") != 0;
    failed |= std::strcmp(cudaGetErrorString(cudaError_t(12345)), "unrecognized error code") != 0;
    return failed;
}
