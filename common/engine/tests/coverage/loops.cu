// covers: Language: loops of every kind, with `break`, `continue`, `switch` and `goto`
// covers: Language: `#pragma unroll`
#include <cstdio>

__host__ __device__ int walk(int n)
{
    int sum = 0;
    if (n > 3)
        for (int i = 0; i < n; ++i)
            if (i % 2) sum += i;
            else continue;
    else
        while (n++ < 9) sum += n;
    do {
        if (sum % 7 == 0) break;
        sum += 3;
    } while (sum < 1000);
    do sum--; while (sum > 500);
    const int steps[] = {1, 2, 3};
    for (const int step : steps) { sum += step; }
    for (const int step : steps) sum ^= step;
    for (int a = 3; int b = a; --a) sum += b;
    for (;;) {
        switch (sum % 4) {
        case 0: sum += 5; continue;
        case 1: goto out;
        default: break;
        }
        ++sum;
    }
out:
#pragma unroll 4
    for (int i = 0, k = 1; i < 4; ++i, k *= 2) sum += k;
    switch (n % 3) {      // a loop with cases inside
    case 0: do { sum += 10; [[fallthrough]];
    case 1:      sum += 20; [[fallthrough]];
    case 2:      sum += 30;
            } while (sum % 5 == 0);
    }
    return sum;
}

__global__ void walked(int* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = walk(i);
}

int main()
{
    constexpr int n = 300;
    static int h_out[n];
    int* d_out;
    cudaMalloc(&d_out, sizeof h_out);
    walked<<<3, 128>>>(d_out, n);
    if (cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    cudaFree(d_out);
    for (int i = 0; i < n; ++i)
        if (h_out[i] != walk(i)) {
            std::printf("walk(%d) = %d in the kernel, %d on the host\n", i, h_out[i], walk(i));
            return 1;
        }
}
