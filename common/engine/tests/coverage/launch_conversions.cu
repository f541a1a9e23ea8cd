// covers: Launches: an argument that converts to the kernel's parameter, as an array's owner that can't be copied
#include <cstdio>

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

int main()
{
    const Buffer<float> out(64);
    const Count count{40};
    cudaMemset(out, 0, 64 * sizeof(float));
    fill<<<1, 64>>>(out, count, 3);
    float h_out[64];
    cudaMemcpy(h_out, out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        if (h_out[i] != (i < 40 ? 3.0f * float(i) : 0.0f)) return 1;
    return count.conversions == 1 ? 0 : 1;
}
