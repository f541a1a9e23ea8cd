// covers: Device and occupancy: `cudaGetDeviceProperties`, `cudaDeviceGetAttribute`, versions, `cudaChooseDevice`
// covers: Device and occupancy: `cudaSetDevice`, `cudaDeviceCanAccessPeer`, limits, cache and flag settings
#include <cstdio>

int main()
{
    int failed = 0, count = 0, device = -1, runtime = 0, driver = 0, can = -1;
    failed |= cudaGetDeviceCount(&count) != cudaSuccess || count < 1;
    failed |= cudaSetDevice(0) != cudaSuccess;
    failed |= cudaSetDevice(count) != cudaErrorInvalidDevice;
    failed |= cudaGetDevice(&device) != cudaSuccess || device != 0;
    failed |= cudaRuntimeGetVersion(&runtime) != cudaSuccess || runtime != CUDART_VERSION;
    failed |= cudaDriverGetVersion(&driver) != cudaSuccess || driver < 12000;

    cudaDeviceProp p{};
    failed |= cudaGetDeviceProperties(&p, 0) != cudaSuccess;
    failed |= cudaGetDeviceProperties(&p, count) != cudaErrorInvalidDevice;
    std::printf("%s, compute capability %d.%d\n", p.name, p.major, p.minor);
    std::printf("%d multiprocessors of %d threads, warps of %d\n", p.multiProcessorCount, p.maxThreadsPerMultiProcessor, p.warpSize);
    std::printf("%zu bytes, %zu shared a block, %zu after opting in\n", p.totalGlobalMem, p.sharedMemPerBlock, p.sharedMemPerBlockOptin);
    failed |= p.warpSize != 32 || p.maxThreadsPerBlock != 1024 || p.maxThreadsDim[2] != 64 || p.name[0] == 0;
    failed |= p.maxGridSize[0] != 2147483647 || p.maxGridSize[1] != 65535 || p.totalConstMem != 65536;
    failed |= p.sharedMemPerBlock != 49152 || p.unifiedAddressing != 1 || p.managedMemory != 1 || p.textureAlignment != 512;

    struct {
        cudaDeviceAttr attribute;
        long long expected;
    } const asked[] = {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrMaxSharedMemoryPerBlock, (long long)p.sharedMemPerBlock},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, (long long)p.sharedMemPerMultiprocessor},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]},
        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
    };
    for (const auto& a : asked) {
        int value = -1;
        const cudaError_t status = cudaDeviceGetAttribute(&value, a.attribute, 0);
        if (status == cudaSuccess && value == a.expected) continue;
        std::printf("attribute %d: %d, expected %lld\n", int(a.attribute), value, a.expected);
        failed = 1;
    }

    cudaDeviceProp wanted{};
    wanted.major = 7;
    failed |= cudaChooseDevice(&device, &wanted) != cudaSuccess || device < 0 || device >= count;
    failed |= cudaDeviceCanAccessPeer(&can, 0, 0) != cudaSuccess || can != 0;

    std::size_t bytes = 0, free_bytes = 0, total = 0;
    failed |= cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20) != cudaSuccess;
    failed |= cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize) != cudaSuccess || bytes < 32u << 20;
    failed |= cudaDeviceSetCacheConfig(cudaFuncCachePreferShared) != cudaSuccess;
    failed |= cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync) != cudaSuccess;
    failed |= cudaMemGetInfo(&free_bytes, &total) != cudaSuccess || free_bytes > total || total == 0;
    if (failed) std::printf("something differs; the last error: %s\n", cudaGetErrorString(cudaGetLastError()));
    return failed;
}
