// Device code calls device code; the engine's own functions are for its headers.

#include <cooperative_groups.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

extern "C" void _ZN11halo_engine10note_fenceEb(bool);

__device__ __noinline__ float searched(const float* in)
{
    return memrchr(in, 63, sizeof *in) != nullptr ? 1.0f : 0.0f;   // refused: host_function memrchr
}

__device__ __noinline__ float counted(const float* in)
{
    float value = 0.0f;
    memcpy(&value, in, sizeof value);
    return value;
}

struct Shape {
    __device__ virtual float area(const float* in) const = 0;
};
struct Square : Shape {
    __device__ float area(const float* in) const override { return in[0] * in[0]; }
};
struct Text : Shape {
    __device__ float area(const float* in) const override { return float(strspn(reinterpret_cast<const char*>(in), "ab")); }   // a guard refuses it if it is called: targets.cu
};

// On the host alone, beside device code that makes a call by an address from a table.
struct Reader {
    virtual ~Reader() = default;
    virtual int number(const char* text) const { return std::atoi(text); }
};
int read_by(const Reader& reader) { return reader.number("12"); }
int read() { return read_by(Reader()); }

__global__ void measures(const float* in, float* out, int n)
{
    const Square square;
    const Text text;
    const Shape& shape = n > 1 ? static_cast<const Shape&>(square) : text;
    out[threadIdx.x] = searched(in) + counted(in) + shape.area(in) + std::sqrt(in[1]);
    if (n < 0) printf("%d\n", n);
    _ZN11halo_engine10note_fenceEb(true);            // refused: engine_call halo_engine::note_fence
    __threadfence();
}

namespace cooperative_groups {
__attribute__((no_sanitize("thread"), noinline)) __device__ float look(const float* in)
{
    return in[1];                                    // refused: unhooked cooperative_groups::look
}
}

__global__ void groups(const float* in, float* out)
{
    const auto block = cooperative_groups::this_thread_block();
    block.sync();
    out[block.thread_rank()] = cooperative_groups::look(in);
}

// Of the host: anything.
std::string on_host(const float* in)
{
    char copy[16];
    mempcpy(copy, in, sizeof copy);
    return std::to_string(memcmp(copy, in, 4)) + std::to_string(in[0]);
}

struct Body {
    float* out;
    void operator()() const { *out = 1.0f; }
};

void launches(const float* d_in, float* d_out)
{
    measures<<<1, 32>>>(d_in, d_out, 3);
    groups<<<1, 32>>>(d_in, d_out);
    void (*const body)(void*) = halo_engine::call_closure<Body>;
    if (d_in == nullptr) body(nullptr);              // refused: engine_call void halo_engine::call_closure<Body>
}
