// covers: Memory: `cudaMallocPitch`, `cudaMemcpy2D`, `cudaMemset2D`, also asynchronous
// covers: Memory: `cudaMalloc3D`, `cudaMemcpy3D`, `cudaMemset3D`, `make_cudaPitchedPtr`, `make_cudaExtent`
#include <cstdio>
#include <vector>

constexpr int kWidth = 37, kHeight = 21, kDepth = 5;

__global__ void add_place(char* rows, std::size_t pitch, std::size_t plane)
{
    const int x = int(threadIdx.x), y = int(blockIdx.x), z = int(blockIdx.y);
    float* row = reinterpret_cast<float*>(rows + z * plane + y * pitch);
    row[x] += float(100 * y + x + 10000 * z);
}

int wrong(const std::vector<float>& got, const std::vector<float>& in, int depth, const char* what)
{
    int count = 0;
    for (int z = 0; z < depth; ++z)
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const int i = (z * kHeight + y) * kWidth + x;
                count += got[i] != in[i] + float(100 * y + x + 10000 * z);
            }
    if (count) std::printf("%s: %d differ\n", what, count);
    return count != 0;
}

int flat()
{
    int failed = 0;
    std::vector<float> in(kWidth * kHeight), got(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i % 61);
    constexpr std::size_t kRow = kWidth * sizeof(float);

    float* rows = nullptr;
    std::size_t pitch = 0;
    failed |= cudaMallocPitch(&rows, &pitch, kRow, kHeight) != cudaSuccess;
    failed |= pitch < kRow || pitch % 32 != 0;
    failed |= cudaMemcpy2D(rows, pitch, in.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice) != cudaSuccess;
    add_place<<<dim3(kHeight, 1), kWidth>>>(reinterpret_cast<char*>(rows), pitch, 0);
    failed |= cudaMemcpy2DAsync(got.data(), kRow, rows, pitch, kRow, kHeight, cudaMemcpyDeviceToHost, 0) != cudaSuccess;
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    failed |= wrong(got, in, 1, "2D");

    // A window of bytes: the left 9 elements of the lower rows.
    failed |= cudaMemset2D(reinterpret_cast<char*>(rows) + 3 * pitch, pitch, 0x3f, 9 * sizeof(float), kHeight - 3) != cudaSuccess;
    failed |= cudaMemset2DAsync(rows, pitch, 0, 2 * sizeof(float), 3) != cudaSuccess;
    std::vector<float> after(in.size());
    failed |= cudaMemcpy2D(after.data(), kRow, rows, pitch, kRow, kHeight, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            const int i = y * kWidth + x;
            unsigned bits;
            static_assert(sizeof bits == sizeof after[i]);
            __builtin_memcpy(&bits, &after[i], sizeof bits);
            const bool right = y >= 3 && x < 9 ? bits == 0x3f3f3f3fu : y < 3 && x < 2 ? bits == 0 : after[i] == got[i];
            if (!right) std::printf("after cudaMemset2D: [%d][%d] is wrong\n", y, x);
            failed |= !right;
        }
    failed |= cudaFree(rows) != cudaSuccess;
    return failed;
}

int solid()
{
    int failed = 0;
    std::vector<float> in(kWidth * kHeight * kDepth), got(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i % 53);
    constexpr std::size_t kRow = kWidth * sizeof(float);

    cudaPitchedPtr box{};
    const cudaExtent extent = make_cudaExtent(kRow, kHeight, kDepth);
    failed |= cudaMalloc3D(&box, extent) != cudaSuccess;
    failed |= cudaMemset3D(box, 0, extent) != cudaSuccess;

    cudaMemcpy3DParms up{};
    up.srcPtr = make_cudaPitchedPtr(in.data(), kRow, kRow, kHeight);
    up.dstPtr = box;
    up.extent = extent;
    up.kind = cudaMemcpyHostToDevice;
    failed |= cudaMemcpy3D(&up) != cudaSuccess;
    add_place<<<dim3(kHeight, kDepth), kWidth>>>(static_cast<char*>(box.ptr), box.pitch, box.pitch * kHeight);

    // Back in two parts: the first two planes, then the rest.
    for (int part = 0; part < 2; ++part) {
        cudaMemcpy3DParms down{};
        down.srcPtr = box;
        down.srcPos = make_cudaPos(0, 0, part ? 2 : 0);
        down.dstPtr = make_cudaPitchedPtr(got.data(), kRow, kRow, kHeight);
        down.dstPos = down.srcPos;
        down.extent = make_cudaExtent(kRow, kHeight, part ? kDepth - 2 : 2);
        down.kind = cudaMemcpyDeviceToHost;
        failed |= cudaMemcpy3DAsync(&down) != cudaSuccess;
    }
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    failed |= wrong(got, in, kDepth, "3D");
    failed |= cudaFree(box.ptr) != cudaSuccess;
    return failed;
}

int main() { return flat() | solid(); }
