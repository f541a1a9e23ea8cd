__global__ void part_kernel(const float* in, const float* filter, float* out, int width, int filter_width, int begin, int end)
{
    const int radius = filter_width / 2, i = begin + blockIdx.x * 256 + threadIdx.x;
    if (i >= end) return;
    float sum = 0;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + radius] * in[i + d];
    out[i] = sum;
}
