// expect: clean
#include <cuda_runtime.h>

// Each member has its own thread, even the small ones that share a word.
struct Pixel {
    float x, y;
    short level;
    char red, green;
};

__global__ void fill(float* out)
{
    __shared__ Pixel s_pixel[16];
    const int i = int(threadIdx.x) / 5;
    switch (threadIdx.x % 5) {
    case 0: s_pixel[i].x = float(i); break;
    case 1: s_pixel[i].y = 2.0f; break;
    case 2: s_pixel[i].level = 3; break;
    case 3: s_pixel[i].red = 4; break;
    default: s_pixel[i].green = 5;
    }
    __syncthreads();
    const Pixel p = s_pixel[15 - i];
    out[threadIdx.x] = p.x + p.y + float(p.level + p.red + p.green);
}

int main()
{
    float *d_out = nullptr, out[80];
    cudaMalloc(&d_out, sizeof out);
    fill<<<1, 80>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    for (int i = 0; i < 80; ++i)
        if (out[i] != float(15 - i / 5) + 14.0f) return 1;
}
