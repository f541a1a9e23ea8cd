// expect: out_of_bounds, line 5
// A kernel has no business with host memory, whoever it belongs to.
__global__ void store(unsigned* counter)
{
    *counter = 0;
}

int main()
{
    store<<<1, 1>>>(reinterpret_cast<unsigned*>(&halo_now));
    cudaDeviceSynchronize();
}
