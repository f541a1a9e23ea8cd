// covers: Memory: `cudaMemcpyBatchAsync` with `cudaMemcpyAttributes`, one for all copies or several, as in CUDA 13 and as in CUDA 12, with `failIdx`
#include <cstdint>
#include <cstdio>
#include <vector>

int failures = 0;
void expect(bool holds, const char* what)
{
    if (holds) return;
    ++failures;
    std::printf("not so: %s\n", what);
}

int main()
{
    constexpr size_t kCount = 5;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    std::vector<float> parts[kCount], back(1000);
    float *d_all, *targets[kCount];
    const float* sources[kCount];
    size_t bytes[kCount], begin = 0;
    cudaMalloc(&d_all, back.size() * sizeof(float));
    cudaMemset(d_all, 0, back.size() * sizeof(float));
    for (size_t i = 0; i < kCount; ++i) {
        parts[i].resize(100 + 13 * i);
        for (size_t k = 0; k < parts[i].size(); ++k) parts[i][k] = float(1000 * i + k);
        targets[i] = d_all + begin;
        sources[i] = parts[i].data();
        bytes[i] = parts[i].size() * sizeof(float);
        begin += parts[i].size();
    }

    cudaMemcpyAttributes attributes[2] = {};
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    attributes[1].flags = cudaMemcpyFlagPreferOverlapWithCompute;
    size_t first[2] = {0, 3};
    expect(cudaMemcpyBatchAsync(targets, sources, bytes, kCount, attributes, first, 2, stream) == cudaSuccess, "a batch with two sets of attributes");
    expect(cudaStreamSynchronize(stream) == cudaSuccess, "it ends well");
    cudaMemcpy(back.data(), d_all, back.size() * sizeof(float), cudaMemcpyDeviceToHost);
    size_t at = 0;
    for (const std::vector<float>& part : parts)
        for (const float value : part) expect(back[at++] == value, "what was copied");
    expect(back[at] == 0.0f, "and no more");

    // Back, with the same attributes for all.
    std::vector<float> results[2] = {std::vector<float>(100), std::vector<float>(113)};
    float* const hosts[2] = {results[0].data(), results[1].data()};
    expect(cudaMemcpyBatchAsync(hosts, targets, bytes, 2, attributes[0], stream) == cudaSuccess, "a batch with one set");
    cudaStreamSynchronize(stream);
    expect(results[0] == parts[0] && results[1] == parts[1], "copied back");

    first[1] = 0;
    expect(cudaMemcpyBatchAsync(targets, sources, bytes, kCount, attributes, first, 2, stream) == cudaErrorInvalidValue, "sets must follow each other");
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    expect(cudaMemcpyBatchAsync(targets, sources, bytes, kCount, attributes, first, 1, stream) == cudaErrorInvalidValue, "an order is needed");
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    expect(cudaMemcpyBatchAsync(targets, sources, bytes, kCount, attributes[0], 0) == cudaErrorInvalidValue, "the default stream takes no batch");

#if CUDART_VERSION < 13000
    size_t failed = 7;
    results[0].assign(100, -1.0f);
    first[1] = 1;
    expect(cudaMemcpyBatchAsync(hosts, targets, bytes, 2, attributes, first, 2, &failed, stream) == cudaSuccess, "a batch, as CUDA 12 copies it");
    expect(cudaStreamSynchronize(stream) == cudaSuccess && results[0] == parts[0] && failed == 7, "copied back, and nothing failed");
    first[1] = 0;
    expect(cudaMemcpyBatchAsync(hosts, targets, bytes, 2, attributes, first, 2, &failed, stream) == cudaErrorInvalidValue && failed == SIZE_MAX, "a refused batch");
#endif
    cudaGetLastError();
    cudaFree(d_all);
    cudaStreamDestroy(stream);
    return failures != 0;
}
