__global__ void basic_by_texture(cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + 2][dx + 2] * tex1Dfetch<float>(image, (y + dy) * width + x + dx);
    out[y * width + x] = sum;
}
