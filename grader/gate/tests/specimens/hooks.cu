// Functions that touch memory and don't report it, and some that need not.

#include <algorithm>
#include <cstddef>
struct Filter {
    float weights[25];
};

struct Pixel {
    float value;
    Pixel(const Pixel&) = default;
};

__attribute__((no_sanitize("thread"))) void add_unseen(const float* in, float* out)
{
    out[0] = in[0] + 1;                              // refused: unhooked add_unseen
}

__attribute__((no_sanitize("thread"), noinline)) float load_unseen(const float* in, int i)
{
    return in[i];                                    // refused: unhooked load_unseen
}

__global__ void reads(const float* in, float* out) { out[threadIdx.x] = load_unseen(in, threadIdx.x); }

__device__ __noinline__ float sum(Filter filter, int n)
{
    float out = 0;
    for (int i = 0; i < n; ++i) out += filter.weights[i];
    return out;
}

// A struct by value is copied to the stack, where no hook sees it.
__global__ void sums(const float* in, float* out)
{
    float all = 0;
    all += sum(*reinterpret_cast<const Filter*>(in), 25);   // refused: unhooked sums
    out[threadIdx.x] = all;
}

__device__ __noinline__ float value_of(Pixel pixel) { return pixel.value; }

// One of two loads has a hook.
__global__ void sums_some(const float* in, float* out, int n)
{
    float all = 0;
    for (int i = 0; i < n; ++i)
        all += in[i] + value_of(*reinterpret_cast<const Pixel*>(in + n + i));   // refused: unhooked sums_some
    out[threadIdx.x] = all;
}

int on_the_stack(int n)
{
    int numbers[n];                                  // refused: stack sub
    for (int i = 0; i < n; ++i) numbers[i] = i;
    return numbers[n / 2];
}

// The library's line is not the student's: the one that calls it is.
__device__ inline void copy_row(const float* from, float* to)
{
    std::copy_n(from, 20, to);                       // refused: unhooked copies_rows
}

__global__ void copies_rows(const float* in, float* out)
{
    float row[20];
    copy_row(in + threadIdx.x * 20, row);
    out[threadIdx.x] = row[threadIdx.x % 20];
}

struct Patch {
    float pixels[3];
};

__global__ void patched(Patch patch, float* out) { out[threadIdx.x] = patch.pixels[1]; }

#define MINE threadIdx.x

// What is in braces is evaluated for each thread, where no hooks are: numbers and variables may be, elements of an array not.
void launches_patch(const float* d_in, float* d_out, float a, float b)
{
    void (*const kernel)(Patch, float*) = patched;
    kernel<<<1, 32>>>({{a, b, 0}}, d_out);
    kernel<<<1, 32>>>({{d_in[MINE], 0, 0}}, d_out);   // refused: unhooked void halo_engine::call_closure<launches_patch
}

__global__ void filtered(const float* in, float* out, Filter filter, int n)
{
    __shared__ float s_tile[128];
    float window[8] = {};
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < n; ++i) window[(i + 1) % 8] += filter.weights[i] * s_tile[threadIdx.x + i];
    atomicAdd(&out[threadIdx.x], window[0] + window[n % 8]);
}

struct Table {
    float values[255];   // more than the compiler copies by single instructions
};

__global__ void looks_up(const float* in, float* out, Table table) { out[threadIdx.x] = table.values[int(in[threadIdx.x])]; }

struct Shape {
    virtual ~Shape() = default;
    virtual float area() const = 0;
};

float area_of(const Shape* shape) { return shape->area(); }

void launches(const float* d_in, const float* h_filter, float* d_out)
{
    filtered<<<1, 32>>>(d_in, d_out, *reinterpret_cast<const Filter*>(h_filter), 25);
    Table table;
    for (int i = 0; i < 255; ++i) table.values[i] = h_filter[i % 25];
    looks_up<<<1, 32>>>(d_in, d_out, table);
    reads<<<1, 32>>>(d_in, d_out);
    sums<<<1, 32>>>(d_in, d_out);
    copies_rows<<<1, 32>>>(d_in, d_out);
    sums_some<<<1, 32>>>(d_in, d_out, 3);
}
