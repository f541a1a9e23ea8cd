// What host code did, step by step: launches and copies, each with its line.

#include <doctest/doctest.h>

#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace {

using namespace recorded;
using halo::engine::record_stores;

__constant__ float c_filter[3];

}  // namespace

TEST_CASE("launches and copies are listed in order, with their lines and arrays")
{
    const float h_data[4] = {1, 2, 3, 4};
    halo::engine::name_host_array({.start = h_data, .bytes = sizeof h_data, .name = "h_data"});
    Device<unsigned char> out(8);
    record_stores(true);
    const int line = __LINE__;
    cudaMemcpy(out.d_data, h_data, 8, cudaMemcpyHostToDevice);
    store_bytes<<<1, 7>>>(out.d_data);
    cudaMemcpyToSymbol(c_filter, h_data, 12);
    store_bytes<<<0, 7>>>(out.d_data);              // refused: nothing happens
    cudaGetLastError();
    record_stores(false);
    halo::engine::forget_host_arrays();
    cudaMemcpy(out.d_data, h_data, 8, cudaMemcpyHostToDevice);
    const std::vector<halo::HostStep> steps = halo::engine::host_steps();
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].at.line == line + 1);
    CHECK(steps[0].kernel.empty());
    CHECK(steps[0].source.array == "h_data");
    CHECK(steps[0].source.bytes == 16);
    CHECK(steps[0].source.on_host);
    CHECK(!steps[0].target.on_host);
    CHECK(steps[0].target.bytes == 8);
    CHECK(steps[0].copied == 8);
    CHECK(steps[1].at.line == line + 2);
    CHECK(steps[1].kernel == "store_bytes");
    CHECK(steps[2].at.line == line + 3);
    CHECK(steps[2].target.array == "c_filter");
    CHECK(steps[2].target.bytes == 12);
    record_stores(true);
    record_stores(false);
    CHECK(halo::engine::host_steps().empty());
}

#define LAUNCH_BYTES(grid, block, ...) store_bytes<<<grid, block>>>(__VA_ARGS__)
#define CHECKED(call) call

TEST_CASE("a launch or copy that spans lines is named by the line where it begins")
{
    const float h_data[4] = {1, 2, 3, 4};
    Device<unsigned char> out(8);
    record_stores(true);
    const int line = __LINE__;
    store_bytes<<<1,
                  7>>>(
        out.d_data);
    store_bytes
        <<<1, 7>>>(out.d_data);
    store_bytes<<<1, 7>>>(
        out.d_data
    );
    LAUNCH_BYTES(1,
                 7,
                 out.d_data);
    CHECKED(store_bytes<<<1, 7>>>(
        out.d_data));
    cudaMemcpy(out.d_data,
               h_data,
               8,
               cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter,
                       h_data,
                       12);
    CHECKED(cudaMemcpy(out.d_data, h_data,
                       8, cudaMemcpyHostToDevice));
    void* arguments[] = {&out.d_data};
    cudaLaunchKernel(store_bytes,
                     1, 7,
                     arguments);
    const cudaError_t status =
        cudaMemcpy(out.d_data, h_data,
                   8, cudaMemcpyHostToDevice);
    record_stores(false);
    CHECK(status == cudaSuccess);
    std::vector<int> lines;
    for (const halo::HostStep& step : halo::engine::host_steps()) lines.push_back(step.at.line - line);
    CHECK(lines == std::vector{1, 4, 6, 9, 12, 14, 18, 21, 24, 28});
}
