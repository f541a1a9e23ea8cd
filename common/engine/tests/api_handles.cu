// Handles that were destroyed or never given out are refused, by every call that takes one.

#include <doctest/doctest.h>

namespace {

/// The call's error, which is then forgotten.
cudaError_t told(cudaError_t status)
{
    CHECK(cudaGetLastError() == status);
    return status;
}

}  // namespace

TEST_CASE("a stream that was destroyed is refused from then on, also when a new one was made")
{
    cudaStream_t gone = nullptr, live = nullptr;
    REQUIRE(cudaStreamCreate(&gone) == cudaSuccess);
    REQUIRE(cudaStreamDestroy(gone) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&live) == cudaSuccess);
    CHECK(gone != live);
    int host = 0, *device = nullptr;
    unsigned flags = 0;
    REQUIRE(cudaMalloc(&device, sizeof host) == cudaSuccess);
    CHECK(told(cudaStreamSynchronize(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamQuery(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamGetFlags(gone, &flags)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamDestroy(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaMemcpyAsync(device, &host, sizeof host, cudaMemcpyHostToDevice, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaMemsetAsync(device, 0, sizeof host, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaFreeAsync(device, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaLaunchHostFunc(gone, [](void*) { CHECK(false); }, nullptr)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(&host))) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamDestroy(nullptr)) == cudaErrorInvalidResourceHandle);

    CHECK(cudaMemcpyAsync(device, &host, sizeof host, cudaMemcpyHostToDevice, live) == cudaSuccess);
    for (const cudaStream_t always : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread})
        CHECK(cudaStreamSynchronize(always) == cudaSuccess);
    CHECK(cudaStreamDestroy(live) == cudaSuccess);
    cudaFree(device);
}

TEST_CASE("an event that was destroyed is refused from then on")
{
    cudaEvent_t gone = nullptr, live = nullptr;
    REQUIRE(cudaEventCreate(&gone) == cudaSuccess);
    REQUIRE(cudaEventCreate(&live) == cudaSuccess);
    REQUIRE(cudaEventRecord(gone) == cudaSuccess);
    REQUIRE(cudaEventRecord(live) == cudaSuccess);
    REQUIRE(cudaEventDestroy(gone) == cudaSuccess);
    float ms = 0.0f;
    CHECK(told(cudaEventRecord(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaEventQuery(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaEventSynchronize(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaEventElapsedTime(&ms, gone, live)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaStreamWaitEvent(nullptr, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaEventDestroy(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaEventCreateWithFlags(&gone, cudaEventInterprocess)) == cudaErrorInvalidValue);  // never with times
    CHECK(cudaEventElapsedTime(&ms, live, live) == cudaSuccess);
    CHECK(cudaEventDestroy(live) == cudaSuccess);
}

TEST_CASE("an array that was freed is refused from then on")
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t gone = nullptr;
    REQUIRE(cudaMallocArray(&gone, &format, 4, 4) == cudaSuccess);
    REQUIRE(cudaFreeArray(gone) == cudaSuccess);
    float row[4] = {};
    cudaExtent extent;
    CHECK(told(cudaFreeArray(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaArrayGetInfo(nullptr, &extent, nullptr, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaMemcpy2DToArray(gone, 0, 0, row, 16, 16, 1, cudaMemcpyHostToDevice)) == cudaErrorInvalidResourceHandle);
    CHECK(told(cudaMemcpy2DFromArray(row, 16, gone, 0, 0, 16, 1, cudaMemcpyDeviceToHost)) == cudaErrorInvalidResourceHandle);
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = gone;
    const cudaTextureDesc how{};
    CHECK(told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)) == cudaErrorInvalidResourceHandle);
}
