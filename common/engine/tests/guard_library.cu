// Exceptions, streams and functions of the libraries stay inside the guard.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <list>
#include <locale>
#include <map>
#include <sstream>
#include <string>

#include "engine/tests/guard.cuh"

namespace {
long own_size = 1;
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
    const auto stays_inside = [&](auto thrown) {
        const MayLeak may_leak;
        late_target = of_test.array;
        engine::reset_watchers();
        CHECK(!engine::call_guarded([&] { throw decltype(thrown)(); }, [] {
            try {
                throw;
            } catch (const std::exception& e) {
                e.what();
            } catch (...) {
            } }));
        late_target = nullptr;
        CHECK(of_test.untouched());
        REQUIRE(!engine::findings().empty());
        CHECK(engine::findings().front().outside == Outside::foreign_memory);
    };
    stays_inside(Late());
    stays_inside(LateEnd());

    std::string text;
    engine::reset_watchers();
    CHECK(engine::call_guarded([] { throw Late(); }, [&] {
        try {
            throw;
        } catch (const std::exception& e) {
            const char* const what = e.what();
            engine::unguarded([&] { text = what; });
        } }));
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
        CHECK(f.at.file.ends_with("guard_library.cu"));
        return std::pair(f.outside, f.call);
    };
    CHECK(ends([] { std::fputs(own_text, copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fputs")));
    CHECK(ends([] { std::fwrite("text", 1, 4, copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fwrite")));
    CHECK(ends([] { std::fprintf(copied_stream.file(), "%d", 1); }) == std::pair(Outside::foreign_stream, std::string("fprintf")));
    CHECK(ends([] { std::fflush(copied_stream.file()); }) == std::pair(Outside::foreign_stream, std::string("fflush")));
    CHECK(ends([] { std::exit(0); }) == std::pair(Outside::left_program, std::string("exit")));
    CHECK(ends([] { std::quick_exit(0); }) == std::pair(Outside::left_program, std::string("quick_exit")));
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
    const Finding below = ended_by([] {
        char here;
        float* d_out = nullptr;
        cudaMalloc(&d_out, 256);
        cudaMemset(d_out, 0, 256);
        cudaMemcpy(reinterpret_cast<char*>(kept(reinterpret_cast<long*>(&here))) - 256, d_out, 200, cudaMemcpyDeviceToHost);
    });
    CHECK(below.outside == Outside::engine_memory);
    CHECK(below.call == "cudaMemcpy");
    CHECK(prevents(of_test, [=] { std::qsort(target, (std::size_t(1) << 61) + 1, 8, [](const void*, const void*) { return 0; }); }) == "qsort");
    const std::string numbered = "%1$ld";       // not a literal: -Wpedantic does not know such formats
    CHECK(prevents(of_test, [=] { std::sscanf("17", numbered.c_str(), target); }) == "sscanf");
    CHECK(prevents(of_test, [] { std::sscanf("a text that is long", "%s", static_cast<char*>(std::malloc(2))); }) == "sscanf");
    CHECK(prevents(of_test, [=] { std::fscanf(stdin, "%ld", target); }) == "fscanf");
    CHECK(prevents(of_test, [=] { std::scanf("%ld", target); }) == "scanf");
    CHECK(prevents(of_test, [=] { std::sprintf(reinterpret_cast<char*>(target), "%ld", own_size); }) == "sprintf");
    CHECK(prevents(of_test, [=] { std::to_chars(reinterpret_cast<char*>(target), reinterpret_cast<char*>(target + 3), 1.5); }) == "to_chars");
    CHECK(prevents(of_test, [=] { std::istringstream("some text").read(reinterpret_cast<char*>(target), 4); }) == "read");
    CHECK(prevents(of_test, [=] { frexpl((long double)(own_size), reinterpret_cast<int*>(target)); }) == "frexpl");
    CHECK(prevents(of_test, [=] {
              std::_Rb_tree_node_base node{};
              auto* const header = reinterpret_cast<std::_Rb_tree_node_base*>(target);
              std::_Rb_tree_insert_and_rebalance(true, &node, header, *header);
          }) == "std::map");
    CHECK(prevents(of_test, [=] {
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
        own_size = long(kept.size());
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

extern "C" long __isoc23_strtol(const char*, char**, int);
extern "C" int __isoc23_sscanf(const char*, const char*, ...);

}  // namespace

TEST_CASE("a function is watched by each name that a C library has for it")
{
    const OfTest of_test;
    long* const target = of_test.array;
    CHECK(prevents(of_test, [=] { __isoc23_strtol("17", reinterpret_cast<char**>(target), 10); }) == "strtol");
    CHECK(prevents(of_test, [=] { __isoc23_sscanf("17", "%ld", target); }) == "sscanf");
    CHECK(passes([] { std::sscanf("17", "%ld", &own_size); }));
}

namespace {

struct Method {
    static void wait(long*) { cudaDeviceSynchronize(); }
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
        if (all.empty()) return Outside::none;
        CHECK(all.front().at.file.find("guard_library.cu") != std::string::npos);
        return all.front().outside;
    };
    CHECK(found(calls<Method::scan>) == Outside::host_pointer);
    CHECK(found(calls<Method::print>) == Outside::host_pointer);
    CHECK(found(calls<Method::count>) == Outside::none);       // printf of a kernel stores nothing, as a card's
    CHECK(found(calls<Method::ask>) == Outside::called_by_kernel);
    CHECK(found(calls<Method::wait>) == Outside::called_by_kernel);
    CHECK(found(calls<Method::copy>) == Outside::called_by_kernel);
}
