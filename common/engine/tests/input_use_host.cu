// The same where inputs and outputs are on the host: through managed and pinned memory, doubles and bytes, to the device and back.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/tests/input_use.cuh"

namespace {

using halo::ArrayRole;

__global__ void twice(double* data, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) data[i] *= 2;
}

/// Inputs and outputs on the host.
struct OnHost {
    std::vector<float> in = std::vector<float>(kCount), out = std::vector<float>(kCount);
    OnHost()
    {
        std::iota(in.begin(), in.end(), 1.25f);
        halo::engine::give_array({in.data(), in.size(), sizeof(float), ArrayRole::input});
        halo::engine::give_array({out.data(), out.size(), sizeof(float), ArrayRole::output});
    }
    ~OnHost() { halo::engine::forget_given_arrays(); }
};

}  // namespace

TEST_CASE("managed memory is looked at again when host code has stored to it, and results in it are kernels'")
{
    OnHost f;
    float *in, *out;
    cudaMallocManaged(&in, kCount / 2 * sizeof(float));
    cudaMallocManaged(&out, kCount * sizeof(float));
    for (int part = 0; part < 2; ++part) {
        std::copy_n(f.in.begin() + part * kCount / 2, kCount / 2, in);
        triple<<<kBlocks, kThreads>>>(in, out + part * kCount / 2, kCount / 2);
    }
    add_one<<<kBlocks, kThreads>>>(out, kCount);
    CHECK(use().on_device == kCount);
    CHECK(use().loaded == kCount);
    CHECK(use().host_made == 0);
    std::copy_n(out, kCount, f.out.begin());
    CHECK(use().stored == kCount);
    for (float& value : f.out) value += 0.125f;             // what no kernel stored
    CHECK(use().stored == 0);
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("a copy from pinned memory brings what host code has put there")
{
    OnHost f;
    float *pinned, *d_in, *d_out;
    cudaMallocHost(&pinned, kCount * sizeof(float));
    cudaMalloc(&d_in, kCount * sizeof(float));
    cudaMalloc(&d_out, kCount * sizeof(float));
    std::copy(f.in.begin(), f.in.end(), pinned);
    cudaMemcpy(d_in, pinned, kCount * sizeof(float), cudaMemcpyHostToDevice);
    triple<<<kBlocks, kThreads>>>(d_in, d_out, kCount);
    CHECK(use().loaded == kCount);
    cudaMemcpy(pinned, d_out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    std::copy_n(pinned, kCount, f.out.begin());
    CHECK(use().stored == kCount);
    CHECK(use().host_made == 0);
    cudaFreeHost(pinned);
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("inputs and results may be doubles on the device")
{
    OnHost f;
    std::vector<double> wide(f.in.begin(), f.in.end());
    double* d_wide;
    cudaMalloc(&d_wide, kCount * sizeof(double));
    cudaMemcpy(d_wide, wide.data(), kCount * sizeof(double), cudaMemcpyHostToDevice);
    CHECK(use().host_made == 0);
    twice<<<kBlocks, kThreads>>>(d_wide, kCount);
    CHECK(use().loaded == kCount);
    cudaMemcpy(wide.data(), d_wide, kCount * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < kCount; ++i) f.out[std::size_t(i)] = float(wide[std::size_t(i)]);
    CHECK(use().stored == kCount);
    cudaFree(d_wide);
}

TEST_CASE("what host code stores over a result is not a kernel's, whatever was brought before")
{
    OnHost f;
    float *d_in, *d_out;
    cudaMalloc(&d_in, kCount * sizeof(float));
    cudaMalloc(&d_out, kCount * sizeof(float));
    cudaMemcpy(d_in, f.in.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    triple<<<kBlocks, kThreads>>>(d_in, d_out, kCount);
    cudaMemcpy(f.out.data(), d_out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    CHECK(use().stored == kCount);
    for (int i = 0; i < 300; ++i) f.out[std::size_t(i)] = -7;
    CHECK(use().stored == kCount - 300);
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("bytes of a picture reach the device as floats, four a pixel or colour by colour")
{
    std::vector<unsigned char> in(999), out(999);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(i * 37 + i / 7 + 1);
    halo::engine::give_array({in.data(), in.size(), 1, ArrayRole::input});
    float* there;
    cudaMalloc(&there, 4 * in.size());
    SUBCASE("as floats")
    {
        const std::vector<float> floats(in.begin(), in.end());
        cudaMemcpy(there, floats.data(), floats.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    SUBCASE("four a pixel")
    {
        std::vector<unsigned char> filled;
        for (std::size_t i = 0; i < in.size(); ++i) {
            filled.push_back(in[i]);
            if (i % 3 == 2) filled.push_back(255);
        }
        cudaMemcpy(there, filled.data(), filled.size(), cudaMemcpyHostToDevice);
    }
    SUBCASE("colour by colour")
    {
        std::vector<unsigned char> planes;
        for (std::size_t colour = 0; colour < 3; ++colour)
            for (std::size_t i = colour; i < in.size(); i += 3) planes.push_back(in[i]);
        cudaMemcpy(there, planes.data(), planes.size(), cudaMemcpyHostToDevice);
    }
    CHECK(use().host_made + use().host_counts < 10);        // where one colour ends within a word
    halo::engine::forget_given_arrays();
    cudaFree(there);
}

TEST_CASE("arrays on the host are followed to the device and back, and bytes as well as floats")
{
    std::vector<unsigned char> in(kCount), out(kCount);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(i * 37);
    halo::engine::give_array({in.data(), in.size(), 1, ArrayRole::input});
    halo::engine::give_array({out.data(), out.size(), 1, ArrayRole::output});
    float *d_in, *d_out;
    cudaMalloc(&d_in, kCount);
    cudaMalloc(&d_out, kCount);
    cudaMemcpy(d_in, in.data(), kCount, cudaMemcpyHostToDevice);
    CHECK(use().on_device == kCount);
    triple<<<2, kThreads>>>(d_in, d_out, kCount / 4);
    CHECK(use().loaded == kCount);
    CHECK(use().stored == 0);
    cudaMemcpy(out.data(), d_out, kCount, cudaMemcpyDeviceToHost);
    CHECK(use().stored == kCount);
    halo::engine::forget_given_arrays();
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("registered arrays are used where they are: inputs loaded, outputs stored, weights seen")
{
    std::vector<float> in(kCount), out(kCount), filter{0.5f, -1.5f, 2.5f};
    std::iota(in.begin(), in.end(), 1.25f);
    halo::engine::give_array({in.data(), in.size(), sizeof(float), ArrayRole::input});
    halo::engine::give_array({filter.data(), filter.size(), sizeof(float), ArrayRole::filter});
    halo::engine::give_array({out.data(), out.size(), sizeof(float), ArrayRole::output});
    for (std::vector<float>* array : {&in, &out, &filter})
        REQUIRE(cudaHostRegister(array->data(), array->size() * sizeof(float), cudaHostRegisterMapped) == cudaSuccess);
    triple<<<kBlocks, kThreads>>>(in.data(), out.data(), 700);
    CHECK(use().inputs == kCount);
    CHECK(use().loaded == 700);
    CHECK(use().on_device == 700);
    CHECK(use().stored == 700);
    CHECK(use().weights_sent == 0);
    triple<<<kBlocks, kThreads>>>(in.data(), out.data(), kCount);
    CHECK(use().loaded == kCount);
    CHECK(use().stored == kCount);
    CHECK(use().host_made == 0);
    float* scratch = nullptr;
    REQUIRE(cudaMalloc(&scratch, 3 * sizeof(float)) == cudaSuccess);
    triple<<<1, 3>>>(filter.data(), scratch, 3);
    CHECK(use().weights_sent == 3);
    cudaFree(scratch);
    for (std::vector<float>* array : {&in, &out, &filter}) cudaHostUnregister(array->data());
    halo::engine::forget_given_arrays();
}

TEST_CASE("what the host has put into registered memory of its own is looked at: elements, and numbers that it made")
{
    std::vector<float> in(kCount), staging(kCount), out(kCount);
    std::iota(in.begin(), in.end(), 1.25f);
    halo::engine::give_array({in.data(), in.size(), sizeof(float), ArrayRole::input});
    halo::engine::give_array({out.data(), out.size(), sizeof(float), ArrayRole::output});
    for (std::size_t i = 0; i < staging.size(); ++i) staging[i] = i < 600 ? in[i] : in[i] * 1.7f + 0.013f * float(i);
    for (std::vector<float>* array : {&staging, &out}) REQUIRE(cudaHostRegister(array->data(), kCount * sizeof(float), cudaHostRegisterMapped) == cudaSuccess);
    triple<<<kBlocks, kThreads>>>(staging.data(), out.data(), kCount);
    CHECK(use().loaded == 600);
    CHECK(use().host_made == kCount - 600);
    for (std::vector<float>* array : {&staging, &out}) cudaHostUnregister(array->data());
    halo::engine::forget_given_arrays();
}
