// What of device memory a launch can give back. See ../../tests/undo.cu for launches that are undone.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/memory/saved_memory.hpp"

namespace {

using halo::engine::Range;
using halo::engine::SavedMemory;

/// Device memory of which each byte is 1; `at` numbers its bytes.
class Ones {
public:
    explicit Ones(std::size_t bytes) : bytes_(bytes)
    {
        REQUIRE(cudaMalloc(&memory_, bytes) == cudaSuccess);
        fill(1);
    }
    ~Ones() { cudaFree(memory_); }
    Ones(const Ones&) = delete;
    Ones& operator=(const Ones&) = delete;

    std::uintptr_t at(std::size_t byte) const { return reinterpret_cast<std::uintptr_t>(memory_) + byte; }
    void fill(int value) { REQUIRE(cudaMemset(memory_, value, bytes_) == cudaSuccess); }
    int value(std::uintptr_t address) const
    {
        char got = 0;
        REQUIRE(cudaMemcpy(&got, reinterpret_cast<const char*>(address), 1, cudaMemcpyDeviceToHost) == cudaSuccess);
        return got;
    }

private:
    std::size_t bytes_;
    void* memory_ = nullptr;
};

constexpr std::size_t kBytes = 1 << 20;

}  // namespace

TEST_CASE("saved memory: the pieces around stores, and nothing else")
{
    Ones array(kBytes);
    SavedMemory saved(1);
    const Range first = saved.before_store(array.at(0), 1, {}), middle = saved.before_store(array.at(300'000), 8, {}),
                last = saved.before_store(array.at(kBytes - 1), 1, {});
    CHECK(first.begin == array.at(0));
    CHECK(middle.contains(array.at(300'000)));
    CHECK(last.end == array.at(kBytes));
    array.fill(2);
    saved.undo();
    for (const Range& range : {first, middle, last}) {
        CHECK(array.value(range.begin) == 1);
        CHECK(array.value(range.end - 1) == 1);
    }
    for (const std::uintptr_t beside : {first.end, middle.begin - 1, middle.end, last.begin - 1}) CHECK(array.value(beside) == 2);
}

TEST_CASE("saved memory: a store outside every array saves nothing")
{
    const Ones array(1000);
    SavedMemory saved(1);
    const Range gap = saved.before_store(array.at(1000), 4, {});
    CHECK(gap.begin == array.at(1000));
    CHECK(gap.end == array.at(1004));
    CHECK(saved.before_store(array.at(998), 4, {}).end == array.at(1000));
}

TEST_CASE("saved memory: a store that reaches into the next piece saves both")
{
    Ones array(kBytes);
    const std::uintptr_t boundary = SavedMemory(1).before_store(array.at(300'000), 8, {}).end;
    SavedMemory saved(1);
    saved.before_store(boundary - 4, 8, {});
    array.fill(2);
    saved.undo();
    CHECK(array.value(boundary - 1) == 1);
    CHECK(array.value(boundary) == 1);
}

TEST_CASE("saved memory: of registered memory the words of the stores, also if the first store is to one byte")
{
    std::vector<unsigned> words(8, 1);
    const std::size_t bytes = words.size() * sizeof(unsigned);
    REQUIRE(cudaHostRegister(words.data(), bytes, cudaHostRegisterMapped) == cudaSuccess);
    const auto begin = reinterpret_cast<std::uintptr_t>(words.data());
    SavedMemory saved(1);
    CHECK_FALSE(saved.is_costly());
    saved.before_store(begin + 8, 1, {});
    saved.before_store(begin + 8, 8, {});
    CHECK(saved.is_costly());
    for (unsigned& word : words) word = 0x02020202;
    saved.undo();
    CHECK(words[1] == 0x02020202);
    CHECK(words[2] == 1);
    CHECK(words[3] == 1);
    CHECK(words[4] == 0x02020202);
    CHECK(cudaHostUnregister(words.data()) == cudaSuccess);
}

TEST_CASE("saved memory: a number is what it was before the change")
{
    std::uint32_t number = 7;
    SavedMemory saved(1);
    saved.changed(number, 5);
    saved.undo();
    CHECK(number == 5);
}
