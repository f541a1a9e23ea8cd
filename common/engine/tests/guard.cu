// Host code under test stores to its own memory, or its call ends.

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/tests/guard.cuh"

namespace {

long own_global = 1;
long own_zero[100];
std::vector<long> own_vector(10, 1);
std::once_flag once;
thread_local long own_of_thread = 0;

struct Virtual {
    virtual ~Virtual() = default;
    virtual long number() const { return 1; }
};

}  // namespace

TEST_CASE("host code may store to its own variables, stack and heap, and to what the standard library keeps for it")
{
    CHECK(passes([] {
        static long in_function = 0;
        store(&in_function, 1L), store(&own_global, 2L), store(own_zero + 99, 3L), store(&own_of_thread, 4L), store(&own_vector[9], 5L);
        long on_stack[4] = {};
        store(kept(on_stack) + 3, 6L);
        auto* const one = new long[4];
        store(one + 3, 7L);
        delete[] one;
        auto* grown = static_cast<long*>(std::malloc(8));
        grown = static_cast<long*>(std::realloc(grown, 800));
        store(grown + 99, 8L);
        std::free(grown);
    }));
    CHECK(passes([] {
        std::vector<float> numbers;
        for (int i = 0; i < 1000; ++i) numbers.push_back(float(i));
        std::sort(numbers.begin(), numbers.end(), std::greater<>());
        std::string text = "a line that is too long to be kept inside the string itself";
        for (int i = 0; i < 20; ++i) text += std::to_string(i);
        text[3] = 'x';
        std::ostringstream out;
        out << text << std::hex << 17;
        std::cout.width(0);
        std::cout << std::dec;
        errno = 0;
        std::call_once(once, [] { own_global = 3; });
        const auto shared = std::make_shared<Virtual>();
        const auto again = shared;
        char line[64];
        std::snprintf(line, sizeof line, "%ld of %s", again->number(), "it");
        std::strcat(line, "!");
    }));
    CHECK(passes([] {
        try {
            throw std::runtime_error(std::string(100, 'x'));
        } catch (const std::exception& thrown) {
            own_global = long(std::strlen(thrown.what()));
        }
    }));
}

TEST_CASE("a store to the test's memory is not made: by an instruction, by a function of the library, or by the CUDA API")
{
    const OfTest of_test;
    long* const target = of_test.array;
    CHECK(prevents(of_test, [=] { store(target, 1L); }) == "");
    CHECK(prevents(of_test, [=] { store(reinterpret_cast<short*>(target), short(1)); }) == "");
    CHECK(prevents(of_test, [=] { reinterpret_cast<std::atomic<long>*>(target)->fetch_add(1); }) == "");
    CHECK(prevents(of_test, [=] { new (target) Virtual; }) == "");
    CHECK(prevents(of_test, [=] { std::memcpy(target, own_zero, 16); }) == "");
    CHECK(prevents(of_test, [=] { std::fill(target, target + 3, 1L); }) == "");
    CHECK(prevents(of_test, [=] { std::copy(own_vector.begin(), own_vector.end(), target); }) == "");
    CHECK(prevents(of_test, [=] { std::snprintf(reinterpret_cast<char*>(target), 8, "%ld", own_global); }) == "snprintf");
    CHECK(prevents(of_test, [=] { std::strcpy(reinterpret_cast<char*>(target), "text"); }) == "strcpy");
    CHECK(prevents(of_test, [=] { std::sscanf("17", "%ld", target); }) == "sscanf");
    CHECK(prevents(of_test, [=] { std::strtol("17", reinterpret_cast<char**>(target), 10); }) == "strtol");
    CHECK(prevents(of_test, [=] { cudaMalloc(reinterpret_cast<void**>(target), 4); }) == "cudaMalloc");
    CHECK(prevents(of_test, [=] { cudaGetDeviceCount(reinterpret_cast<int*>(target)); }) == "cudaGetDeviceCount");
    CHECK(prevents(of_test, [=] { cudaMemcpy(target, own_zero, 8, cudaMemcpyHostToHost); }) == "cudaMemcpy");
    CHECK(prevents(of_test, [=] { cudaHostRegister(target, 8, cudaHostRegisterDefault); }) == "cudaHostRegister");
    CHECK(prevents(of_test, [=] { cudaLaunchHostFunc(nullptr, [](void* data) { store(static_cast<long*>(data), 1L); }, target); }) == "");
    CHECK(prevents(of_test, [=] {
              float* d_out = nullptr;
              cudaMalloc(&d_out, 64);
              cudaMemset(d_out, 0, 64);
              cudaMemcpy(target, d_out, 64, cudaMemcpyDeviceToHost);
          }) == "cudaMemcpy");
}

TEST_CASE("a store above the program's part of the stack is not made")
{
    long of_test[4] = {7, 7, 7, 7};
    long* const target = kept(of_test);
    const Finding f = ended_by([=] { store(target, 1L); });
    CHECK(f.outside == Outside::test_memory);
    CHECK(target[0] == 7);
}

TEST_CASE("a store to the engine's own variables is not made")
{
    const auto before = halo_now.loop_path;
    const Finding f = ended_by([] { store(&halo_now.loop_path, std::uint64_t(77)); });
    CHECK(f.outside == Outside::engine_memory);
    CHECK(halo_now.loop_path == before);
}

TEST_CASE("a store past the end of a block on the heap names its size, and one to a freed block is not made")
{
    const Finding past = ended_by([] {
        auto* const numbers = new long[5];
        for (int i = 0; i <= 5; ++i) store(numbers + i, 1L);
    });
    CHECK(past.outside == Outside::foreign_memory);
    CHECK(past.there == 40);
    const Finding freed = ended_by([] {
        auto* const numbers = new long[500];
        delete[] kept(numbers);
        store(kept(numbers) + 3, 1L);
    });
    CHECK(freed.outside == Outside::foreign_memory);
}

TEST_CASE("the program frees only what it has allocated" * doctest::skip(free_is_watched_by_sanitizer()))
{
    void* const of_test = std::malloc(16);
    const Finding f = ended_by([=] { std::free(of_test); });
    CHECK(f.call == "free");
    CHECK(f.outside == Outside::foreign_block);
    CHECK(describe(f).headline.ends_with(": free is given a block that is not the function's to give back"));
    std::free(of_test);
    float* d_in = nullptr;
    CHECK(cudaMalloc(&d_in, 16) == cudaSuccess);
    const Finding device = ended_by([=] { std::free(d_in); });
    CHECK(device.outside == Outside::device_block);
    CHECK(device.array == "d_in");
    CHECK(describe(device).headline.ends_with(": free is given d_in, which is not host memory"));
    CHECK(cudaFree(d_in) == cudaSuccess);
    CHECK(passes([] { std::free(std::malloc(8)); }));
}

TEST_CASE("an array that is an argument may be stored to; what leaves it is named, and a copy that passes what is around it ends the call")
{
    std::vector<float> room(300, 7.0f);
    const auto named = [&] { engine::name_host_array({room.data() + 100, 400, 4, "h_out", 40, 40}); };
    named();
    CHECK(passes([&] { std::fill(room.data() + 100, room.data() + 200, 1.0f); }));
    named();
    const Finding f = ended_by([&, out = room.data() + 100] { std::memcpy(out, std::vector<float>(200).data(), 800); });
    CHECK(f.array == "h_out");
    CHECK(f.outside == Outside::past_end);
    CHECK(room[220] == 7.0f);
}

TEST_CASE("an array that is const may be read, and registered, but nothing is stored to it: by an instruction, by the library or by a copy")
{
    std::vector<float> room(300, 7.0f);
    float* const in = room.data() + 100;
    const auto ends = [&](auto function) {
        engine::name_host_array({in, 400, 4, "h_in", 40, 40, true});
        const Finding f = ended_by(function);
        CHECK(f.outside == Outside::const_argument);
        CHECK(f.array == "h_in");
        CHECK(std::count(room.begin(), room.end(), 7.0f) == 300);
        return describe(f).headline;
    };
    CHECK(ends([=] { store(in + 3, 1.0f); }).ends_with(": host code stores to h_in, which is const"));
    CHECK(ends([=] { std::memset(in, 0, 8); }).ends_with(": host code stores to h_in, which is const"));
    CHECK(ends([=] {
              float* d_out = nullptr;
              cudaMalloc(&d_out, 64);
              cudaMemset(d_out, 0, 64);
              cudaMemcpy(in, d_out, 64, cudaMemcpyDeviceToHost);
          }).ends_with(": cudaMemcpy stores to h_in, which is const"));
    engine::name_host_array({in, 400, 4, "h_in", 40, 40, true});
    CHECK(passes([=] {
        cudaHostRegister(in, 400, cudaHostRegisterDefault);
        float* d_in = nullptr;
        cudaMalloc(&d_in, 400);
        cudaMemcpy(d_in, in, 400, cudaMemcpyHostToDevice);
        own_global = long(in[99]);
        cudaFree(d_in);
        cudaHostUnregister(in);
    }));
}

TEST_CASE("outside a guarded call, code of a test stores where it likes, and a call that ended leaves nothing behind")
{
    const OfTest of_test;
    ended_by([&] { store(of_test.array, 1L); });
    store(of_test.array, 9L);
    CHECK(of_test.array[0] == 9);
    CHECK(passes([] { store(&own_global, 1L); }));
}

TEST_CASE("a test that AddressSanitizer leaves no room for is said to be left out")
{
    if (free_is_watched_by_sanitizer()) std::printf("not run: the test of giving back what is not the program's: AddressSanitizer has a free of its own\n");
}
