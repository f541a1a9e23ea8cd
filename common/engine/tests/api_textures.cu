// Textures apart from their results: fetches do not count as loads, and an invalid handle is a finding.

#include <doctest/doctest.h>

#include <vector>

#include "engine/engine.hpp"

namespace {

constexpr int kWidth = 20, kHeight = 6;

__global__ void fetch(cudaTextureObject_t texture, float* out)
{
    out[blockIdx.x * kWidth + threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

struct Picture {
    Picture()
    {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        const std::vector<float> values(kWidth * kHeight, 2.5f);
        REQUIRE(cudaMallocArray(&array, &format, kWidth, kHeight) == cudaSuccess);
        REQUIRE(cudaMemcpy2DToArray(array, 0, 0, values.data(), kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice) == cudaSuccess);
        REQUIRE(cudaMalloc(&out, kWidth * kHeight * sizeof(float)) == cudaSuccess);
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        const cudaTextureDesc how{};
        REQUIRE(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == cudaSuccess);
        halo::engine::reset_watchers();
    }
    ~Picture()
    {
        cudaDestroyTextureObject(texture);
        cudaFreeArray(array);
        cudaFree(out);
        cudaGetLastError();
        halo::engine::reset_watchers();
    }
    cudaArray_t array = nullptr;
    cudaTextureObject_t texture = 0;
    float* out = nullptr;
};

}  // namespace

TEST_CASE("a texture fetch is not counted")
{
    Picture picture;
    fetch<<<kHeight, kWidth>>>(picture.texture, picture.out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const halo::Counters counters = halo::engine::counters();
    CHECK(counters.global_loads == 0);
    CHECK(counters.global_load_requests == 0);
    CHECK(counters.global_stores == kWidth * kHeight);
    CHECK(halo::engine::findings().empty());
}

TEST_CASE("a fetch from a destroyed texture is a finding, and so is one from a freed array")
{
    SUBCASE("destroyed") {
        Picture picture;
        REQUIRE(cudaDestroyTextureObject(picture.texture) == cudaSuccess);
        fetch<<<kHeight, kWidth>>>(picture.texture, picture.out);
        CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
        REQUIRE(halo::engine::findings().size() == 1);
        CHECK(halo::engine::findings()[0].outside == halo::Outside::null_pointer);
        CHECK(halo::engine::findings()[0].at.line == 15);
    }
    SUBCASE("freed") {
        Picture picture;
        REQUIRE(cudaFreeArray(picture.array) == cudaSuccess);
        fetch<<<kHeight, kWidth>>>(picture.texture, picture.out);
        CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
        REQUIRE(halo::engine::findings().size() == 1);
        CHECK(halo::engine::findings()[0].outside == halo::Outside::freed);
    }
}
