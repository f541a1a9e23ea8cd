// What of device memory a launch can give back. See undo.cu for launches that are undone.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/memory/saved_memory.hpp"

namespace {

using halo::engine::Range;
using halo::engine::SavedMemory;

template <class T>
struct Device {
    explicit Device(std::size_t count) { REQUIRE(cudaMalloc(&d_data, count * sizeof(T)) == cudaSuccess); }
    ~Device() { cudaFree(d_data); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    T* d_data = nullptr;
};

}  // namespace

TEST_CASE("saved memory: the pieces around stores, and nothing else")
{
    constexpr std::size_t kBytes = 1 << 20;
    const Device<char> array(kBytes);
    REQUIRE(cudaMemset(array.d_data, 1, kBytes) == cudaSuccess);
    const auto begin = reinterpret_cast<std::uintptr_t>(array.d_data);
    SavedMemory saved(1);
    const Range piece = saved.before_store(begin + 300'000, 8, {});
    CHECK(piece.contains(begin + 300'000));
    CHECK(piece.begin >= begin);
    CHECK(piece.end < begin + kBytes);
    const Range first = saved.before_store(begin, 1, {});
    CHECK(first.begin == begin);
    const Range last = saved.before_store(begin + kBytes - 1, 1, {});
    CHECK(last.end == begin + kBytes);
    REQUIRE(cudaMemset(array.d_data, 2, kBytes) == cudaSuccess);
    saved.undo();
    std::vector<char> got(kBytes);
    REQUIRE(cudaMemcpy(got.data(), array.d_data, kBytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (const Range& range : {piece, first, last}) {
        CHECK(got[range.begin - begin] == 1);
        CHECK(got[range.end - begin - 1] == 1);
    }
    CHECK(got[piece.begin - begin - 1] == 2);
    CHECK(got[piece.end - begin] == 2);
    CHECK(got[first.end - begin] == 2);
    CHECK(got[last.begin - begin - 1] == 2);
}

TEST_CASE("saved memory: a store outside every array saves nothing")
{
    const Device<char> array(1000);
    const auto begin = reinterpret_cast<std::uintptr_t>(array.d_data);
    SavedMemory saved(1);
    const Range gap = saved.before_store(begin + 1000, 4, {});
    CHECK(gap.begin == begin + 1000);
    CHECK(gap.end == begin + 1004);
    const Range over_the_end = saved.before_store(begin + 998, 4, {});
    CHECK(over_the_end.end == begin + 1000);
}

TEST_CASE("saved memory: a store that reaches into the next piece saves both")
{
    constexpr std::size_t kBytes = 1 << 20;
    const Device<char> array(kBytes);
    REQUIRE(cudaMemset(array.d_data, 1, kBytes) == cudaSuccess);
    const auto begin = reinterpret_cast<std::uintptr_t>(array.d_data);
    const std::uintptr_t boundary = SavedMemory(1).before_store(begin + 300'000, 8, {}).end;
    SavedMemory saved(1);
    saved.before_store(boundary - 4, 8, {});
    REQUIRE(cudaMemset(array.d_data, 2, kBytes) == cudaSuccess);
    saved.undo();
    std::vector<char> got(kBytes);
    REQUIRE(cudaMemcpy(got.data(), array.d_data, kBytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got[boundary - begin - 1] == 1);
    CHECK(got[boundary - begin] == 1);
}

TEST_CASE("saved memory: a number is what it was before the change")
{
    std::uint32_t number = 7;
    SavedMemory saved(1);
    saved.changed(number, 5);
    saved.undo();
    CHECK(number == 5);
}
