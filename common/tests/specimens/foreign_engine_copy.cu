// expect: out_of_bounds, line 14
__global__ void fill(unsigned* out)
{
    out[threadIdx.x] = 1;
}

int main()
{
    unsigned* d_out;
    cudaMalloc(&d_out, 2 * sizeof(unsigned));
    fill<<<1, 2>>>(d_out);
    cudaDeviceSynchronize();
    void* volatile place = &halo_now;
    cudaMemcpy(place, d_out, 2 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
}
