// Handles that were destroyed or never issued are refused by every call that takes one.

#include <doctest/doctest.h>

namespace {

/// The call's error, which is then cleared.
cudaError_t reported(cudaError_t status)
{
    CHECK(cudaGetLastError() == status);
    return status;
}

}  // namespace

TEST_CASE("a destroyed stream is refused from then on, also after a new one was created")
{
    cudaStream_t gone = nullptr, live = nullptr;
    REQUIRE(cudaStreamCreate(&gone) == cudaSuccess);
    REQUIRE(cudaStreamDestroy(gone) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&live) == cudaSuccess);
    CHECK(gone != live);
    int host = 0, *device = nullptr;
    unsigned flags = 0;
    REQUIRE(cudaMalloc(&device, sizeof host) == cudaSuccess);
    CHECK(reported(cudaStreamSynchronize(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamQuery(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamGetFlags(gone, &flags)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamDestroy(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaMemcpyAsync(device, &host, sizeof host, cudaMemcpyHostToDevice, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaMemsetAsync(device, 0, sizeof host, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaFreeAsync(device, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaLaunchHostFunc(gone, [](void*) { CHECK(false); }, nullptr)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(&host))) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamDestroy(nullptr)) == cudaErrorInvalidResourceHandle);

    CHECK(cudaMemcpyAsync(device, &host, sizeof host, cudaMemcpyHostToDevice, live) == cudaSuccess);
    for (const cudaStream_t always : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread})
        CHECK(cudaStreamSynchronize(always) == cudaSuccess);
    CHECK(cudaStreamDestroy(live) == cudaSuccess);
    cudaFree(device);
}

TEST_CASE("a destroyed event is refused from then on")
{
    cudaEvent_t gone = nullptr, live = nullptr;
    REQUIRE(cudaEventCreate(&gone) == cudaSuccess);
    REQUIRE(cudaEventCreate(&live) == cudaSuccess);
    REQUIRE(cudaEventRecord(gone) == cudaSuccess);
    REQUIRE(cudaEventRecord(live) == cudaSuccess);
    REQUIRE(cudaEventDestroy(gone) == cudaSuccess);
    float ms = 0.0f;
    CHECK(reported(cudaEventRecord(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaEventQuery(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaEventSynchronize(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaEventElapsedTime(&ms, gone, live)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaStreamWaitEvent(nullptr, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaEventDestroy(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaEventCreateWithFlags(&gone, cudaEventInterprocess)) == cudaErrorInvalidValue);  // must be combined with disabled timing
    CHECK(cudaEventElapsedTime(&ms, live, live) == cudaSuccess);
    CHECK(cudaEventDestroy(live) == cudaSuccess);
}

TEST_CASE("a freed array is refused from then on")
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t gone = nullptr;
    REQUIRE(cudaMallocArray(&gone, &format, 4, 4) == cudaSuccess);
    REQUIRE(cudaFreeArray(gone) == cudaSuccess);
    float row[4] = {};
    cudaExtent extent;
    CHECK(reported(cudaFreeArray(gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaArrayGetInfo(nullptr, &extent, nullptr, gone)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaMemcpy2DToArray(gone, 0, 0, row, 16, 16, 1, cudaMemcpyHostToDevice)) == cudaErrorInvalidResourceHandle);
    CHECK(reported(cudaMemcpy2DFromArray(row, 16, gone, 0, 0, 16, 1, cudaMemcpyDeviceToHost)) == cudaErrorInvalidResourceHandle);
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = gone;
    const cudaTextureDesc how{};
    CHECK(reported(cudaCreateTextureObject(&texture, &resource, &how, nullptr)) == cudaErrorInvalidResourceHandle);
}
