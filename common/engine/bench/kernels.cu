// The four measured kernels on the engine, with its watchers or without (`--no-counts`: nothing is counted).

#include "engine/engine.hpp"
#include "problem.hpp"

using namespace bench;

__constant__ float c_filter[kFilterWidth * kFilterWidth];

// K1: a block computes an output tile; its threads load tile and halo in strides. One barrier.
__global__ void conv1d_tiled(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile1d + 2 * kRadius];
    const int start = int(blockIdx.x) * kTile1d - kRadius;
    for (int i = int(threadIdx.x); i < kTile1d + 2 * kRadius; i += kTile1d) {
        const int x = start + i;
        s_tile[i] = x >= 0 && x < width ? in[x] : 0.0f;
    }
    __syncthreads();

    const int x = int(blockIdx.x) * kTile1d + int(threadIdx.x);
    if (x >= width) return;
    float sum = 0.0f;
    for (int i = 0; i < kFilterWidth; ++i) sum += s_tile[threadIdx.x + i] * c_filter[i];
    out[x] = sum;
}

// K2: a block loads an input tile; its outer threads load and then idle. One barrier.
__global__ void conv2d_tiled(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock2d][kBlock2d];
    const int tx = int(threadIdx.x), out_x = int(blockIdx.x) * kTile2d + tx, x = out_x - kRadius;
    const int ty = int(threadIdx.y), out_y = int(blockIdx.y) * kTile2d + ty, y = out_y - kRadius;
    s_tile[ty][tx] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();

    if (tx >= kTile2d || ty >= kTile2d || out_x >= width || out_y >= height) return;
    float sum = 0.0f;
    for (int dy = 0; dy < kFilterWidth; ++dy)
        for (int dx = 0; dx < kFilterWidth; ++dx) sum += s_tile[ty + dy][tx + dx] * c_filter[dy * kFilterWidth + dx];
    out[out_y * width + out_x] = sum;
}

// K3: every thread reads all its inputs from global memory. No barrier.
__global__ void conv1d_basic(const float* in, float* out, int width)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x >= width) return;
    float sum = 0.0f;
    for (int i = 0; i < kFilterWidth; ++i)
        if (const int from = x + i - kRadius; from >= 0 && from < width) sum += in[from] * c_filter[i];
    out[x] = sum;
}

// K4: through a tile whose rows are one element longer, so that its columns are in different banks. One barrier.
__global__ void transpose_padded(const float* in, float* out, int n)
{
    __shared__ float s_tile[kTileTranspose][kTileTranspose + 1];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTileTranspose, ty = int(threadIdx.y), y = int(blockIdx.y) * kTileTranspose;
    s_tile[ty][tx] = in[(y + ty) * n + x + tx];
    __syncthreads();
    out[(x + ty) * n + y + tx] = s_tile[tx][ty];
}

namespace {

/// The counts expected of one run. Requests, sectors and conflicts depend on the kernels' warps and are tested elsewhere.
halo::Counters expected_counts(const Problem& p)
{
    const std::uint64_t n = p.n, outputs = p.elements(), blocks = p.flat() ? p.blocks() : std::uint64_t(p.blocks()) * p.blocks();
    // A tile with its halo, over all tiles of an axis; the ghost elements at both ends are not loaded.
    const std::uint64_t loaded = n + 2 * kRadius * p.blocks() - 2 * kRadius;
    halo::Counters c;
    c.global_stores = outputs;
    switch (p.kernel) {
    case Kernel::conv1d_tiled:
        c.global_loads = loaded;
        c.shared_stores = blocks * (kTile1d + 2 * kRadius);
        c.shared_loads = c.constant_loads = outputs * kFilterWidth;
        c.barriers = blocks;
        break;
    case Kernel::conv2d_tiled:
        c.global_loads = loaded * loaded;
        c.shared_stores = p.threads();
        c.shared_loads = c.constant_loads = outputs * kFilterWidth * kFilterWidth;
        c.barriers = blocks;
        break;
    case Kernel::conv1d_basic:
        c.global_loads = c.constant_loads = outputs * kFilterWidth - kRadius * (kRadius + 1);
        break;
    case Kernel::transpose_padded:
        c.global_loads = c.shared_stores = c.shared_loads = outputs;
        c.barriers = blocks;
        break;
    }
    return c;
}

class Engine : public System {
public:
    explicit Engine(bool counts) : counts_(counts) {}
    ~Engine() override { release(); }

    void load(const Problem& problem, const std::vector<float>& in, const std::vector<float>& filter) override
    {
        release();
        problem_ = problem;
        const std::size_t bytes = problem.elements() * sizeof(float);
        cudaMalloc(&d_in_, bytes);
        cudaMalloc(&d_out_, bytes);
        cudaMemcpy(d_in_, in.data(), bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(d_out_, not_a_number(problem.elements()).data(), bytes, cudaMemcpyHostToDevice);
        cudaMemcpyToSymbol(c_filter, filter.data(), filter.size() * sizeof(float));
        halo::engine::reset_watchers();
    }

    void run() override
    {
        const unsigned blocks = problem_.blocks(), side = problem_.block_side();
        const int n = problem_.n;
        switch (problem_.kernel) {
        case Kernel::conv1d_tiled: conv1d_tiled<<<blocks, side>>>(d_in_, d_out_, n); break;
        case Kernel::conv2d_tiled: conv2d_tiled<<<dim3(blocks, blocks), dim3(side, side)>>>(d_in_, d_out_, n, n); break;
        case Kernel::conv1d_basic: conv1d_basic<<<blocks, side>>>(d_in_, d_out_, n); break;
        case Kernel::transpose_padded: transpose_padded<<<dim3(blocks, blocks), dim3(side, side)>>>(d_in_, d_out_, n); break;
        }
        cudaDeviceSynchronize();
    }

    void fetch(std::vector<float>& out) override
    {
        cudaMemcpy(out.data(), d_out_, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    }

    std::string complaint(int runs) override
    {
        if (cudaGetLastError() != cudaSuccess) return "a launch failed";
        if (!halo::engine::findings().empty()) return "a finding";
        if (!counts_) return {};
        const halo::Counters got = halo::engine::counters(), want = expected_counts(problem_);
        std::string out;
        halo::for_each_counter([&](const char* name, auto counter) {
            for (const auto checked : {&halo::Counters::global_loads, &halo::Counters::global_stores, &halo::Counters::shared_loads,
                                    &halo::Counters::shared_stores, &halo::Counters::constant_loads, &halo::Counters::barriers})
                if (counter == checked && got.*counter != want.*counter * std::uint64_t(runs))
                    out += std::string(name) + " " + std::to_string(got.*counter) + ", expected " +
                           std::to_string(want.*counter * std::uint64_t(runs)) + "; ";
        });
        return out;
    }

    std::string memory() override
    {
        const halo::engine::MemoryUse use = halo::engine::memory_use();
        std::string out;
        for (const std::uint64_t bytes : {std::uint64_t(use.thread_bytes), std::uint64_t(use.host_thread_bytes), use.device_bytes,
                                          use.shadow_bytes, use.page_table_bytes})
            out += std::to_string(bytes) + " ";
        return out;
    }

private:
    void release()
    {
        cudaFree(d_in_);
        cudaFree(d_out_);
    }

    bool counts_;
    Problem problem_;
    float *d_in_ = nullptr, *d_out_ = nullptr;
};

}  // namespace

int main(int argc, char** argv)
{
    Engine engine(argc < 2 || std::strcmp(argv[1], "--no-counts") != 0);
    return serve(engine);
}
