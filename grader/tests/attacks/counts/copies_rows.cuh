// The basic kernel of lab 07, which looks tiled if nobody counts what `copy_row(from, to)` of the attack loads: 20 elements.
__global__ void looks_tiled(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float patch[2 * kRadius + 1][20];
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        if (y + dy >= 0 && y + dy < height)
            copy_row(in + (y + dy) * width + x - kRadius, patch[dy + kRadius]);
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : patch[dy + kRadius][dx + kRadius]);
    out[y * width + x] = sum;
}
