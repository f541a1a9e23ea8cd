// expect: clean
// A tile with its halo, and the filter in constant memory; results are compared.
constexpr int kRadius = 2, kTile = 8, kBlock = kTile + 2 * kRadius;
__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

template <int Tile>
__global__ void conv2d(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * Tile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * Tile + ty - kRadius;
    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (tx < kRadius || tx >= kRadius + Tile || ty < kRadius || ty >= kRadius + Tile || !in_image) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

int main()
{
    constexpr int width = 19, height = 13;
    float in[height][width], out[height][width], filter[5][5], *d_in, *d_out;
    for (int i = 0; i < width * height; ++i) in[i / width][i % width] = float(i % 7);
    for (int i = 0; i < 25; ++i) filter[i / 5][i % 5] = float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter, filter, sizeof filter);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    for (int round = 0; round < 3; ++round)
        conv2d<kTile><<<grid, dim3(kBlock, kBlock)>>>(d_in, d_out, width, height);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    int wrong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float want = 0.0f;
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                        want += filter[dy + 2][dx + 2] * in[y + dy][x + dx];
            wrong += out[y][x] != want;
        }
    return wrong == 0 ? 0 : 1;
}
