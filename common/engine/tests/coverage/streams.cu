// covers: Streams and events: streams with flags and priorities; work on one stream stays in order
// covers: Streams and events: `cudaStreamWaitEvent`, `cudaStreamQuery`, `cudaLaunchHostFunc`, `cudaStreamAddCallback`
// covers: Streams and events: events with flags, `cudaEventQuery`, `cudaEventElapsedTime`
#include <cstdio>
#include <vector>

constexpr int kCount = 300;

__global__ void multiply_add(int* data, int factor, int more)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < kCount) data[x] = data[x] * factor + more;
}

void note(void* what) { ++*static_cast<int*>(what); }
void CUDART_CB note_status(cudaStream_t, cudaError_t status, void* what)
{
    *static_cast<int*>(what) += status == cudaSuccess ? 10 : 1000;
}

int main()
{
    int failed = 0;
    int least = 0, greatest = 0;
    failed |= cudaDeviceGetStreamPriorityRange(&least, &greatest) != cudaSuccess || greatest > least;
    cudaStream_t first, second;
    failed |= cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) != cudaSuccess;
    failed |= cudaStreamCreateWithPriority(&second, cudaStreamDefault, greatest) != cudaSuccess;
    int priority = 1;
    unsigned flags = 0;
    failed |= cudaStreamGetPriority(second, &priority) != cudaSuccess || priority != greatest;
    failed |= cudaStreamGetFlags(first, &flags) != cudaSuccess || flags != cudaStreamNonBlocking;

    cudaEvent_t start, done, untimed;
    failed |= cudaEventCreate(&start) != cudaSuccess;
    failed |= cudaEventCreate(&done, cudaEventBlockingSync) != cudaSuccess;
    failed |= cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) != cudaSuccess;

    std::vector<int> in(kCount), got(kCount);
    for (int i = 0; i < kCount; ++i) in[i] = 2 * i - 99;
    int* data = nullptr;
    cudaMalloc(&data, kCount * sizeof(int));
    int notes = 0;

    // Two streams; the second waits for the first.
    failed |= cudaEventRecord(start, first) != cudaSuccess;
    cudaMemcpyAsync(data, in.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, first);
    multiply_add<<<(kCount + 63) / 64, 64, 0, first>>>(data, 3, 1);
    failed |= cudaEventRecord(untimed, first) != cudaSuccess;
    failed |= cudaStreamWaitEvent(second, untimed, 0) != cudaSuccess;
    multiply_add<<<(kCount + 63) / 64, 64, 0, second>>>(data, -2, 5);
    failed |= cudaLaunchHostFunc(second, note, &notes) != cudaSuccess;
    failed |= cudaStreamAddCallback(second, note_status, &notes, 0) != cudaSuccess;
    cudaMemcpyAsync(got.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost, second);
    failed |= cudaEventRecord(done, second) != cudaSuccess;
    failed |= cudaEventSynchronize(done) != cudaSuccess;
    failed |= cudaEventQuery(done) != cudaSuccess;
    failed |= cudaStreamSynchronize(second) != cudaSuccess;
    failed |= cudaStreamQuery(second) != cudaSuccess;

    for (int i = 0; i < kCount; ++i) {
        const int expected = (in[i] * 3 + 1) * -2 + 5;
        if (got[i] != expected) std::printf("got[%d] = %d, expected %d\n", i, got[i], expected);
        failed |= got[i] != expected;
    }
    if (notes != 11) std::printf("host functions noted %d, expected 11\n", notes);
    failed |= notes != 11;

    float ms = -1.0f;
    failed |= cudaEventElapsedTime(&ms, start, done) != cudaSuccess || !(ms >= 0.0f);
    failed |= cudaEventElapsedTime(&ms, start, untimed) != cudaErrorInvalidResourceHandle;
    cudaEvent_t unused;
    cudaEventCreate(&unused);
    failed |= cudaEventElapsedTime(&ms, start, unused) != cudaErrorInvalidResourceHandle;
    failed |= cudaEventQuery(unused) != cudaSuccess;
    failed |= cudaStreamCreateWithFlags(&first, 77) != cudaErrorInvalidValue;

    for (cudaEvent_t event : {start, done, untimed, unused}) failed |= cudaEventDestroy(event) != cudaSuccess;
    for (cudaStream_t stream : {first, second}) failed |= cudaStreamDestroy(stream) != cudaSuccess;
    cudaFree(data);
    if (failed) std::printf("a call failed; the last error: %s\n", cudaGetErrorString(cudaGetLastError()));
    return failed;
}
