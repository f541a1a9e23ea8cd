// Host code under test stores to its own memory, or its call ends.

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "findings/describe.hpp"

namespace {

using namespace halo;

/// The finding that ended a call of `function`; its kind is a leak if none did.
template <class Function>
Finding ended_by(Function function)
{
    engine::reset_watchers();
    const bool returned = engine::call_guarded(function);
    engine::forget_host_arrays();
    const std::vector<Finding> all = engine::findings();
    CHECK(returned == all.empty());
    Finding none;
    none.kind = FindingKind::leak;
    return all.empty() ? none : all.front();
}

template <class Function>
bool passes(Function function)
{
    return ended_by(function).kind == FindingKind::leak;
}

/// An array of the test: on its part of the heap, and with room on both sides.
struct OfTest {
    std::unique_ptr<long[]> room = std::make_unique<long[]>(24);
    long* const array = room.get() + 8;
    OfTest() { std::fill(room.get(), room.get() + 24, 7); }
    bool untouched() const { return std::count(room.get(), room.get() + 24, 7) == 24; }
};

template <class T>
[[gnu::noinline]] void store(T* to, T value)
{
    *to = value;
}
[[gnu::noinline]] long* kept(long* pointer)
{
    long* volatile same = pointer;
    return same;
}

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
    const auto prevents = [&](auto function) {
        const Finding f = ended_by(function);
        CHECK(f.kind == FindingKind::out_of_bounds);
        CHECK(f.outside == Outside::foreign_memory);
        CHECK(f.at.file.ends_with("guard.cu"));
        CHECK(of_test.untouched());
        return f.call;
    };
    CHECK(prevents([=] { store(target, 1L); }) == "");
    CHECK(prevents([=] { store(reinterpret_cast<short*>(target), short(1)); }) == "");
    CHECK(prevents([=] { reinterpret_cast<std::atomic<long>*>(target)->fetch_add(1); }) == "");
    CHECK(prevents([=] { new (target) Virtual; }) == "");
    CHECK(prevents([=] { std::memcpy(target, own_zero, 16); }) == "");
    CHECK(prevents([=] { std::fill(target, target + 3, 1L); }) == "");
    CHECK(prevents([=] { std::copy(own_vector.begin(), own_vector.end(), target); }) == "");
    CHECK(prevents([=] { std::snprintf(reinterpret_cast<char*>(target), 8, "%ld", own_global); }) == "snprintf");
    CHECK(prevents([=] { std::strcpy(reinterpret_cast<char*>(target), "text"); }) == "strcpy");
    CHECK(prevents([=] { std::sscanf("17", "%ld", target); }) == "sscanf");
    CHECK(prevents([=] { std::strtol("17", reinterpret_cast<char**>(target), 10); }) == "strtol");
    CHECK(prevents([=] { cudaMalloc(reinterpret_cast<void**>(target), 4); }) == "cudaMalloc");
    CHECK(prevents([=] { cudaGetDeviceCount(reinterpret_cast<int*>(target)); }) == "cudaGetDeviceCount");
    CHECK(prevents([=] { cudaMemcpy(target, own_zero, 8, cudaMemcpyHostToHost); }) == "cudaMemcpy");
    CHECK(prevents([=] { cudaHostRegister(target, 8, cudaHostRegisterDefault); }) == "cudaHostRegister");
    CHECK(prevents([=] { cudaLaunchHostFunc(nullptr, [](void* data) { store(static_cast<long*>(data), 1L); }, target); }) == "");
    CHECK(prevents([=] {
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
    const Finding f = ended_by([] { store(&halo_now.loop_path, 77u); });
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

TEST_CASE("the program frees only what it has allocated")
{
    void* const of_test = std::malloc(16);
    const Finding f = ended_by([=] { std::free(of_test); });
    CHECK(f.call == "free");
    CHECK(f.outside == Outside::foreign_block);
    CHECK(describe(f).headline.ends_with(": free is given a block that is not the function's to give back"));
    std::free(of_test);
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

namespace {

long* late_target = nullptr;

struct Late : std::exception {
    const char* what() const noexcept override
    {
        if (late_target != nullptr) store(late_target, 1L);
        return "late";
    }
};
struct LateEnd {
    ~LateEnd()
    {
        if (late_target != nullptr) store(late_target, 1L);
    }
};

}  // namespace

TEST_CASE("an exception is taken apart and destroyed inside the guard")
{
    const OfTest of_test;
    const auto prevents = [&](auto thrown) {
        late_target = of_test.array;
        engine::reset_watchers();
        CHECK(!engine::call_guarded([&] { throw decltype(thrown)(); }, [] {
            try {
                throw;
            } catch (const std::exception& e) {
                e.what();
            } catch (...) {
            }
        }));
        late_target = nullptr;
        CHECK(of_test.untouched());
        REQUIRE(!engine::findings().empty());
        CHECK(engine::findings().front().outside == Outside::foreign_memory);
    };
    prevents(Late());
    prevents(LateEnd());

    std::string text;
    engine::reset_watchers();
    CHECK(engine::call_guarded([] { throw Late(); }, [&] {
        try {
            throw;
        } catch (const std::exception& e) {
            const char* const what = e.what();
            engine::unguarded([&] { text = what; });
        }
    }));
    CHECK(text == "late");
    CHECK(engine::findings().empty());
}

namespace {

char own_text[] = "text";

struct CopiedStream {
    alignas(16) char bytes[sizeof(FILE) + sizeof(void*)];
    std::FILE* file()
    {
        for (std::size_t i = 0; i < sizeof bytes; ++i) bytes[i] = reinterpret_cast<const char*>(stdout)[i];
        return reinterpret_cast<std::FILE*>(bytes);
    }
} copied_stream;

}  // namespace

TEST_CASE("a call uses the standard streams alone, and does not end the program")
{
    const auto ends = [](auto function) {
        const Finding f = ended_by(function);
        CHECK(f.at.file.ends_with("guard.cu"));
        return std::pair(f.outside, f.call);
    };
    CHECK(ends([] { std::fputs(own_text, copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fputs")));
    CHECK(ends([] { std::fwrite("text", 1, 4, copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fwrite")));
    CHECK(ends([] { std::fprintf(copied_stream.file(), "%d", 1); }) == std::pair(Outside::foreign_stream, std::string("fprintf")));
    CHECK(ends([] { std::fflush(copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fflush")));
    CHECK(ends([] { std::exit(0); }) == std::pair(Outside::left_program, std::string("exit")));
    CHECK(passes([] {
        std::fputs("", stdout);
        std::fprintf(stderr, "%s", "");
        std::printf("%s", "");
        std::fflush(stdout);
        std::fflush(nullptr);
    }));
}

TEST_CASE("what a function of the library stores to is not its own frames, nor more than can be counted")
{
    const OfTest of_test;
    long* const target = of_test.array;
    const auto prevents = [&](auto function) {
        const Finding f = ended_by(function);
        CHECK(f.kind == FindingKind::out_of_bounds);
        CHECK(of_test.untouched());
        return f.call;
    };
    CHECK(prevents([] {
              char here;
              float* d_out = nullptr;
              cudaMalloc(&d_out, 256);
              cudaMemset(d_out, 0, 256);
              cudaMemcpy(reinterpret_cast<char*>(kept(reinterpret_cast<long*>(&here))) - 256, d_out, 200, cudaMemcpyDeviceToHost);
          }) == "cudaMemcpy");
    CHECK(prevents([=] { std::qsort(target, (std::size_t(1) << 61) + 1, 8, [](const void*, const void*) { return 0; }); }) == "qsort");
    CHECK(prevents([=] { std::sscanf("17", "%1$ld", target); }) == "sscanf");
    CHECK(prevents([] { std::sscanf("a text that is long", "%s", static_cast<char*>(std::malloc(2))); }) == "sscanf");
    CHECK(prevents([=] { std::to_chars(reinterpret_cast<char*>(target), reinterpret_cast<char*>(target + 3), 1.5); }) == "to_chars");
    CHECK(prevents([=] { std::istringstream("some text").read(reinterpret_cast<char*>(target), 4); }) == "read");
    CHECK(prevents([=] { frexpl((long double)(own_global), reinterpret_cast<int*>(target)); }) == "frexpl");
    CHECK(prevents([=] {
              std::_Rb_tree_node_base node{};
              auto* const header = reinterpret_cast<std::_Rb_tree_node_base*>(target);
              std::_Rb_tree_insert_and_rebalance(true, &node, header, *header);
          }) == "std::map");
    CHECK(prevents([=] {
              std::__detail::_List_node_base node{}, behind{};
              behind._M_next = behind._M_prev = reinterpret_cast<std::__detail::_List_node_base*>(target);
              node._M_hook(&behind);
          }) == "std::list");
    CHECK(passes([] {
        std::map<int, int> numbers;
        for (int i = 0; i < 500; ++i) numbers[i * 7919 % 1000] = i;
        for (int i = 0; i < 500; i += 2) numbers.erase(i * 7919 % 1000);
        std::list<int> list;
        for (int i = 0; i < 20; ++i) i % 2 != 0 ? list.push_back(i) : list.push_front(i);
        list.sort();
        list.reverse();
        list.pop_front();
        char text[32];
        std::to_chars(text, text + sizeof text, 1.5);
        std::istringstream("some text").read(text, 4);
        char word[5];
        std::sscanf("some text", "%4s", word);
        std::qsort(text, 4, 1, [](const void* a, const void* b) { return int(*static_cast<const char*>(a)) - int(*static_cast<const char*>(b)); });
        static const std::string kept = "initialised when it is first needed";
        own_global = long(kept.size());
    }));
}

TEST_CASE("a library does not free for the program what is not its own")
{
    const OfTest of_test;
    CHECK(passes([] {
        std::stringbuf text(std::string(100, ' '));
        std::ostringstream out;
        out << std::string(200, 'x') << 1.5;
        std::cout << "" << std::flush;
        std::locale("C");
    }));
}

namespace {

struct Method {
    static void scan(long* at) { std::sscanf("7", "%ld", at); }
    static void ask(long* at) { cudaRuntimeGetVersion(reinterpret_cast<int*>(at)); }
    static void print(long* at) { std::snprintf(reinterpret_cast<char*>(at), 8, "%d", 5); }
    static void count(long* at) { std::printf("%ln", at); }
    static void copy(long* at) { cudaMemcpy(at, at, 8, cudaMemcpyDefault); }
};

template <void (*Function)(long*)>
__global__ void calls(long* at)
{
    Function(at);
}

}  // namespace

TEST_CASE("the library is watched in a kernel, too, and the CUDA runtime is not called there")
{
    const OfTest of_test;
    long* const target = of_test.array;
    const auto found = [&](auto kernel) {
        engine::reset_watchers();
        kernel<<<1, 1>>>(target);
        cudaDeviceSynchronize();
        cudaGetLastError();
        CHECK(of_test.untouched());
        const std::vector<Finding> all = engine::findings();
        return all.empty() ? Outside::none : all.front().outside;
    };
    CHECK(found(calls<Method::scan>) == Outside::host_pointer);
    CHECK(found(calls<Method::print>) == Outside::host_pointer);
    CHECK(found(calls<Method::count>) == Outside::host_pointer);
    CHECK(found(calls<Method::ask>) == Outside::called_by_kernel);
    CHECK(found(calls<Method::copy>) == Outside::called_by_kernel);
}

TEST_CASE("outside a guarded call, code of a test stores where it likes, and a call that ended leaves nothing behind")
{
    const OfTest of_test;
    ended_by([&] { store(of_test.array, 1L); });
    store(of_test.array, 9L);
    CHECK(of_test.array[0] == 9);
    CHECK(passes([] { store(&own_global, 1L); }));
}
