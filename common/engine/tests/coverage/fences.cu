// covers: Synchronisation: the last block of a reduction, by __threadfence and atomicInc
// covers: Synchronisation: a chain of blocks, each of which waits for the one before, by __threadfence and a `volatile` flag
// covers: Synchronisation: a warp that waits for another one of its block, by __threadfence_block and an atomic flag
#include <cstdio>

constexpr int kBlocks = 24, kThreads = 64;

__global__ void last_block_adds(const int* in, int* partial, unsigned* done, int* total)
{
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < kThreads; ++i) sum += in[blockIdx.x * kThreads + i];
        partial[blockIdx.x] = sum;
        __threadfence();
        s_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!s_last || threadIdx.x != 0) return;
    for (unsigned b = 0; b < gridDim.x; ++b) *total += partial[b];
}

__global__ void chain(int* ticket, volatile int* ready, int* value)
{
    if (threadIdx.x != 0) return;
    const int turn = atomicAdd(ticket, 1);
    int before = 0;
    if (turn > 0) {
        while (ready[turn - 1] == 0) {}
        __threadfence();
        before = value[turn - 1];
    }
    value[turn] = before + turn;
    __threadfence();
    ready[turn] = 1;
}

/// The first warp takes what the second one makes.
__global__ void relay(int* out)
{
    __shared__ int s_item, s_full;
    if (threadIdx.x == 0) s_full = 0;
    __syncthreads();
    const bool makes = threadIdx.x == 32, takes = threadIdx.x == 0;
    for (int i = 0; (makes || takes) && i < 5; ++i) {
        while (atomicAdd(&s_full, 0) == int(makes)) {}
        __threadfence_block();
        if (makes) s_item = i * i;
        if (takes) out[i] = s_item;
        __threadfence_block();
        atomicExch(&s_full, int(makes));
    }
}

int main()
{
    struct {
        int in[kBlocks * kThreads], partial[kBlocks], total, ticket, ready[kBlocks], value[kBlocks], out[5];
        unsigned done;
    } h{}, *d;
    int sum = 0;
    for (int i = 0; i < kBlocks * kThreads; ++i) sum += h.in[i] = i % 9;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    last_block_adds<<<kBlocks, kThreads>>>(d->in, d->partial, &d->done, &d->total);
    chain<<<kBlocks, kThreads>>>(&d->ticket, d->ready, d->value);
    relay<<<1, kThreads>>>(d->out);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    bool right = h.total == sum && h.done == 0 && h.value[kBlocks - 1] == kBlocks * (kBlocks - 1) / 2;
    for (int i = 0; i < 5; ++i) right = right && h.out[i] == i * i;
    if (!right) std::printf("total %d (expected %d), last value %d, out[4] %d\n", h.total, sum, h.value[kBlocks - 1], h.out[4]);
    return !right;
}
