// covers: Launches: `cudaLaunchKernel` with an array of pointers to the arguments
#include <cstdio>
#include <vector>

struct Line {
    float slope, offset;
};

template <class T>
__global__ void map(const T* in, T* out, int n, Line line)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) out[x] = T(in[x] * line.slope + line.offset);
}

int main()
{
    int n = 333, failed = 0;
    std::vector<float> in(n), got(n);
    for (int i = 0; i < n; ++i) in[i] = float(i - 100);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    Line line{2.0f, -3.0f};
    void* arguments[] = {&d_in, &d_out, &n, &line};
    failed |= cudaLaunchKernel(map<float>, dim3((n + 63) / 64), dim3(64), arguments, 0, 0) != cudaSuccess;
    const cudaError_t refused = cudaLaunchKernel(map<float>, dim3(1), dim3(2000), arguments, 0, 0);
    if (refused == cudaSuccess || refused != cudaGetLastError()) {
        std::printf("2000 threads: %s\n", cudaGetErrorName(refused));
        failed = 1;
    }
    failed |= cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < n; ++i) {
        if (got[i] == in[i] * 2.0f - 3.0f) continue;
        std::printf("got[%d] = %g, expected %g\n", i, got[i], in[i] * 2.0f - 3.0f);
        return 1;
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return failed;
}
