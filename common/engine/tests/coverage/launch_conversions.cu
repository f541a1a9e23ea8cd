// covers: Launches: an argument that converts to the kernel's parameter, as an array's owner that can't be copied, also of template kernels and through pointers
#include <cstdio>

// Programs have such short names for what they use often.
#define bx blockIdx.x
#define by blockIdx.y

/// Owns an array, and converts to its pointer.
template <class T>
struct Buffer {
    explicit Buffer(size_t count) { cudaMalloc(&data, count * sizeof(T)); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { cudaFree(data); }
    operator T*() const { return data; }

    T* data = nullptr;
};

/// Counts how often it is converted: by the host, once for each launch.
struct Count {
    int value;
    mutable int conversions = 0;
    operator int() const { return ++conversions, value; }
};

__global__ void fill(float* out, int count, double factor)
{
    if (int(threadIdx.x) < count) out[threadIdx.x] = float(factor * threadIdx.x);
}

template <class T>
__global__ void fill_any(float* out, int count, T factor)
{
    if (int(threadIdx.x) < count && bx + by == 0) out[threadIdx.x] = float(factor * threadIdx.x);
}
__global__ void fill_by_three(float* out, int count, double factor = 3)
{
    if (int(threadIdx.x) < count) out[threadIdx.x] = float(factor * threadIdx.x);
}
int faults = 0;
void expect(const char* what, const Buffer<float>& out, const Count& count, int conversions)
{
    float h_out[64];
    cudaMemcpy(h_out, out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        if (h_out[i] != (i < 40 ? 3.0f * float(i) : 0.0f)) ++faults;
    if (count.conversions != conversions) ++faults;
    if (faults != 0) std::printf("%s: out[1] = %g, %d conversions\n", what, double(h_out[1]), count.conversions);
    cudaMemset(out, 0, 64 * sizeof(float));
    count.conversions = 0;
}

int main()
{
    const Buffer<float> out(64);
    const Count count{40};
    cudaMemset(out, 0, 64 * sizeof(float));
    fill<<<1, 64>>>(out, count, 3);
    expect("a kernel", out, count, 1);
    fill_any<float><<<1, 64>>>(out, count, 3);
    expect("a template", out, count, 1);
    fill_any<<<1, 64>>>(out, count, 3);
    expect("a template, deduced", out, count, 1);
    fill_by_three<<<1, 64>>>(out, count);
    expect("a default argument", out, count, 1);
    void (*kernels[])(float*, int, double) = {fill, fill_any<double>};
    kernels[1]<<<1, 64>>>(out, count, 3);
    expect("a table", out, count, 1);
    (*kernels)<<<1, 64>>>(out, count, 3);
    expect("a pointer", out, count, 1);
    void (*kernel)(float*, int, double) = fill;
    kernel<<<1, 64>>>(out, count, 3);
    expect("a pointer's name", out, count, 1);
    return faults != 0;
}
