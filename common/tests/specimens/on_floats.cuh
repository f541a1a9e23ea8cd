// The main() of many specimens: floats 0 come to the device, as `d_in`; `launch` starts a kernel that may read them and store as many, in `d_out`.
template <int kCount = 100, class Launch>
void on_floats(Launch launch)
{
    float *d_in, *d_out, h[kCount] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    launch(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
