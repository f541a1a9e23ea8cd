// covers: Memory: pools: `cudaMemPoolCreate`, `cudaMallocFromPoolAsync`, `cudaMallocAsync` from a pool, `cudaMemPoolTrimTo`, `cudaMemPoolDestroy`
// covers: Memory: attributes of a pool: release threshold, bytes in use and reserved, reuse; access to it
// covers: Memory: the device's pool: `cudaDeviceGetDefaultMemPool`, `cudaDeviceSetMemPool`, `cudaMemPoolProps` that are refused
#include <cstdio>

int failures = 0;
void expect(bool holds, const char* what)
{
    if (holds) return;
    ++failures;
    std::printf("not so: %s\n", what);
}

unsigned long long bytes_of(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    unsigned long long bytes = ~0ull;
    if (cudaMemPoolGetAttribute(pool, attribute, &bytes) != cudaSuccess) ++failures;
    return bytes;
}

__global__ void fill(int* out, int first) { out[threadIdx.x] = first + int(threadIdx.x); }

cudaMemPoolProps properties()
{
    cudaMemPoolProps out = {};
    out.allocType = cudaMemAllocationTypePinned;
    out.handleTypes = cudaMemHandleTypeNone;
    out.location.type = cudaMemLocationTypeDevice;
    out.location.id = 0;
    return out;
}

/// The memory of a pool is ordinary device memory.
void use(cudaMemPool_t pool, cudaStream_t stream)
{
    constexpr unsigned long long kMiB = 1 << 20;
    int *small, *large, h_out[32];
    expect(cudaMallocFromPoolAsync(&small, 32 * sizeof(int), pool, stream) == cudaSuccess, "an allocation from the pool");
    expect(cudaMallocAsync(&large, 3 * kMiB, pool, stream) == cudaSuccess, "cudaMallocAsync takes a pool");
    fill<<<1, 32, 0, stream>>>(small, 5);
    fill<<<1, 32, 0, stream>>>(large, 6);
    cudaMemcpyAsync(h_out, small, sizeof h_out, cudaMemcpyDeviceToHost, stream);
    expect(cudaStreamSynchronize(stream) == cudaSuccess, "both kernels run");
    expect(h_out[31] == 36, "a kernel's results");

    const unsigned long long used = bytes_of(pool, cudaMemPoolAttrUsedMemCurrent), reserved = bytes_of(pool, cudaMemPoolAttrReservedMemCurrent);
    expect(used >= 3 * kMiB + 128 && used < 8 * kMiB, "bytes in use");
    expect(reserved >= used, "what is in use is reserved");

    expect(cudaFreeAsync(large, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess, "one is freed");
    expect(bytes_of(pool, cudaMemPoolAttrUsedMemCurrent) < kMiB, "the other is in use");
    expect(bytes_of(pool, cudaMemPoolAttrUsedMemHigh) == used, "the most that was in use");
    unsigned long long none = 0;
    expect(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &none) == cudaSuccess, "the mark is set back");
    expect(bytes_of(pool, cudaMemPoolAttrUsedMemHigh) < kMiB, "and begins anew");

    expect(cudaFreeAsync(small, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess, "the other is freed");
    expect(bytes_of(pool, cudaMemPoolAttrUsedMemCurrent) == 0, "none in use");
    expect(cudaMemPoolTrimTo(pool, 0) == cudaSuccess && bytes_of(pool, cudaMemPoolAttrReservedMemCurrent) == 0, "none reserved after a trim");

    // How soon its bytes no longer count as used is the driver's business.
    expect(cudaMallocFromPoolAsync(&small, 32 * sizeof(int), pool, stream) == cudaSuccess && cudaFree(small) == cudaSuccess, "cudaFree takes it, too");
}

void attributes(cudaMemPool_t pool)
{
    expect(bytes_of(pool, cudaMemPoolAttrReleaseThreshold) == 0, "nothing is kept by default");
    unsigned long long threshold = ~0ull;
    expect(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess, "a threshold is set");
    expect(bytes_of(pool, cudaMemPoolAttrReleaseThreshold) == ~0ull, "and returned");
    for (const cudaMemPoolAttr reuse :
         {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies}) {
        int value = 7;
        expect(cudaMemPoolGetAttribute(pool, reuse, &value) == cudaSuccess && value == 1, "reuse is on by default");
        value = 0;
        expect(cudaMemPoolSetAttribute(pool, reuse, &value) == cudaSuccess, "and can be turned off");
        value = 7;
        expect(cudaMemPoolGetAttribute(pool, reuse, &value) == cudaSuccess && value == 0, "then it is off");
    }
    unsigned long long some = 64;
    expect(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &some) == cudaErrorInvalidValue, "a mark is only set back");

    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    expect(cudaMemPoolGetAccess(&flags, pool, &device) == cudaSuccess && flags == cudaMemAccessFlagsProtReadWrite, "the device may use its pool");
    cudaMemAccessDesc access = {};
    access.location = device;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    expect(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess, "and may be allowed to");
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemPool_t standard, current, own;
    expect(cudaDeviceGetDefaultMemPool(&standard, 0) == cudaSuccess, "the default pool");
    expect(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == standard, "is the current one");
    expect(cudaDeviceGetDefaultMemPool(&standard, 99) == cudaErrorInvalidDevice, "of a device that there is");
    cudaGetLastError();

    const cudaMemPoolProps given = properties();
    expect(cudaMemPoolCreate(&own, &given) == cudaSuccess && own != standard, "a pool of our own");
    attributes(own);
    use(own, stream);

    expect(cudaDeviceSetMemPool(0, own) == cudaSuccess, "it becomes the current one");
    expect(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == own, "and is");
    int* d_out;
    expect(cudaMallocAsync(&d_out, 1000, stream) == cudaSuccess && bytes_of(own, cudaMemPoolAttrUsedMemCurrent) >= 1000, "cudaMallocAsync uses it");
    cudaFreeAsync(d_out, stream);
    cudaStreamSynchronize(stream);
    expect(cudaMemPoolDestroy(own) == cudaSuccess, "it is destroyed");
    expect(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == standard, "then the default one is current again");

    cudaMemPoolProps nothing = {};
    expect(cudaMemPoolCreate(&own, &nothing) == cudaErrorInvalidValue, "properties must say where");
    expect(cudaMemPoolDestroy(standard) == cudaErrorInvalidValue, "the default pool stays");
    cudaGetLastError();
    cudaStreamDestroy(stream);
    return failures != 0;
}
