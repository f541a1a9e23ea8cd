// Names that a submission may not use or define, and neighbours of them that it may.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <vector>

namespace halo::engine {
void reset_watchers();
}

extern "C" void* dlsym(void*, const char*);
extern "C" long syscall(long, ...);

__global__ void add(float* out) { out[threadIdx.x] += 1.0f; }

int ask(float* out)
{
    add<<<1, 32>>>(out);
    std::printf("%d\n", int(cudaGetLastError()));
    halo::engine::reset_watchers();                  // refused: name halo::engine::reset_watchers
    if (write(3, out, 4) < 0) return 1;              // refused: name write
    if (syscall(1, 3, out, 4) < 0) return 2;         // refused: name syscall
    if (dlsym(nullptr, "cudaMemcpy") == nullptr) return 3;   // refused: name dlsym
    std::FILE* file = std::fopen("/dev/fd/3", "w");  // refused: name fopen
    std::fputs("passed", stdout);
    return file == nullptr;
}

void end() { _exit(0); }                             // refused: name _exit

void ordinary_end() { std::exit(EXIT_FAILURE); }

// refused anywhere: name std::thread::_State::
// refused anywhere: name typeinfo for std::thread::_State
void in_threads(std::vector<float>& values)
{
    std::thread other([&] { values[0] = 1; });       // refused: name std::thread::_M_start_thread
    other.join();                                    // refused: name std::thread::join
}

void ordinary(std::vector<float>& values)
{
    static std::mutex lock;
    const std::lock_guard guard(lock);
    auto copy = std::make_shared<std::vector<float>>(values);
    copy->resize(values.size() + 1);
    std::cout << copy->at(0) << std::endl;
    std::memcpy(values.data(), copy->data(), 4);
    if (values.empty()) throw std::runtime_error("no values");
    void* more = std::malloc(100);
    std::free(more);
}

extern "C" void* malloc(std::size_t bytes)
{                                                    // refused: own_name malloc
    return ::operator new(bytes);
}

extern "C" int helper_of_mine(int n) { return n + 1; }

cudaError_t cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind) { return cudaSuccess; }     // refused: own_name cudaMemcpy

void* operator new[](std::size_t bytes)
{                                                    // refused: own_name operator new[]
    return std::calloc(1, bytes);
}

int status = 0, write_count = 0;
