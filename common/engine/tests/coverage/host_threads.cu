// covers: Streams and events: any number of host threads may call CUDA and launch at the same time; their calls and launches run one after another
// covers: Streams and events: the last error belongs to the host thread that made it
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kCount = 300, kRounds = 40;

__constant__ int c_step = 3;

__global__ void add(int* data, int count, int more)
{
    __shared__ int s_more;
    if (threadIdx.x == 0) s_more = more * c_step;
    __syncthreads();
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < count) data[x] += s_more;
}

__global__ void wait_for(const volatile int* flag, int* out)
{
    while (*flag == 0) {}
    *out = *flag;
}

void note(void* what) { ++*static_cast<std::atomic<int>*>(what); }

/// Arrays, a stream and events of its own.
int use_own(int number, std::atomic<int>& notes)
{
    int failed = 0;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    failed |= cudaStreamCreate(&stream) != cudaSuccess || cudaEventCreate(&begin) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess;
    for (int round = 0; round < kRounds; ++round) {
        std::vector<int> in(kCount, number), out(kCount);
        int *data = nullptr, *managed = nullptr;
        failed |= cudaMalloc(&data, kCount * sizeof(int)) != cudaSuccess;
        failed |= cudaMallocManaged(&managed, kCount * sizeof(int)) != cudaSuccess;
        for (int i = 0; i < kCount; ++i) managed[i] = i;
        failed |= cudaEventRecord(begin, stream) != cudaSuccess;
        failed |= cudaMemcpyAsync(data, in.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, stream) != cudaSuccess;
        add<<<(kCount + 63) / 64, 64, 0, stream>>>(data, kCount, round);
        add<<<(kCount + 63) / 64, 64, 0, stream>>>(managed, kCount, number);
        failed |= cudaLaunchHostFunc(stream, note, &notes) != cudaSuccess;
        failed |= cudaEventRecord(end, stream) != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess;
        failed |= cudaMemcpy(out.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess;
        for (int i = 0; i < kCount; ++i) failed |= out[i] != number + 3 * round || managed[i] != i + 3 * number;
        failed |= cudaFree(data) != cudaSuccess || cudaFree(managed) != cudaSuccess;
    }
    failed |= cudaEventDestroy(begin) != cudaSuccess || cudaEventDestroy(end) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess;
    return failed;
}

/// One thread's errors are not another's.
int make_errors(int number)
{
    int failed = 0;
    for (int round = 0; round < kRounds; ++round) {
        const bool wrong = number % 2 == 0;
        int* data = nullptr;
        failed |= cudaMalloc(&data, sizeof(int)) != cudaSuccess || cudaMemset(data, 0, sizeof(int)) != cudaSuccess;
        add<<<1, wrong ? 2048 : 32>>>(data, 1, round);
        failed |= cudaPeekAtLastError() != (wrong ? cudaErrorInvalidConfiguration : cudaSuccess);
        failed |= cudaGetLastError() != (wrong ? cudaErrorInvalidConfiguration : cudaSuccess);
        failed |= cudaFree(wrong ? static_cast<void*>(&data) : data) != (wrong ? cudaErrorInvalidValue : cudaSuccess);
        failed |= cudaGetLastError() != (wrong ? cudaErrorInvalidValue : cudaSuccess);
        if (wrong) failed |= cudaFree(data) != cudaSuccess;
    }
    return failed;
}

int run(int threads)
{
    std::atomic<int> failed = 0, notes = 0;
    int *all = nullptr, *once = nullptr;
    cudaMalloc(&all, std::size_t(threads) * kCount * sizeof(int));
    cudaMemset(all, 0, std::size_t(threads) * kCount * sizeof(int));
    cudaMalloc(&once, std::size_t(threads) * sizeof(int));
    cudaMemset(once, 0, std::size_t(threads) * sizeof(int));

    std::vector<std::thread> running;
    for (int number = 0; number < threads; ++number) {
        running.emplace_back([&, number] { failed |= use_own(number, notes); });
        running.emplace_back([&, number] { failed |= make_errors(number); });
        running.emplace_back([&, number] {          // a part of an array that all use
            for (int round = 0; round < kRounds; ++round) add<<<(kCount + 63) / 64, 64>>>(all + number * kCount, kCount, number);
            failed |= cudaDeviceSynchronize() != cudaSuccess;
        });
        running.emplace_back([&, number] { add<<<1, 32>>>(once + number, 1, number); });       // launches once, and ends
    }
    for (std::thread& thread : running) thread.join();

    std::vector<int> got(std::size_t(threads) * kCount), got_once(std::size_t(threads), -1);
    failed |= cudaMemcpy(got.data(), all, got.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess;
    failed |= cudaMemcpy(got_once.data(), once, got_once.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < threads * kCount; ++i) failed |= got[std::size_t(i)] != 3 * kRounds * (i / kCount);
    for (int i = 0; i < threads; ++i) failed |= got_once[std::size_t(i)] != 3 * i;
    failed |= notes != threads * kRounds;
    std::thread([&] { failed |= cudaDeviceReset() != cudaSuccess; }).join();
    return failed | (cudaGetLastError() != cudaSuccess);
}

/// The kernel of one host thread waits for what another stores.
int wait()
{
    int *flag = nullptr, *out = nullptr;
    int failed = cudaMallocHost(&flag, sizeof(int)) != cudaSuccess || cudaMallocManaged(&out, sizeof(int)) != cudaSuccess;
    *flag = 0;
    std::atomic<bool> launches = false;
    std::thread thread([&] {
        launches = true;
        wait_for<<<1, 1>>>(flag, out);
        failed |= cudaDeviceSynchronize() != cudaSuccess;
    });
    while (!launches) std::this_thread::yield();
    *const_cast<volatile int*>(flag) = 7;
    thread.join();
    failed |= *out != 7;
    cudaFreeHost(flag);
    cudaFree(out);
    return failed;
}

int main()
{
    const int failed = wait() | run(16) | run(32);
    std::printf(failed ? "wrong\n" : "right\n");
    return failed;
}
