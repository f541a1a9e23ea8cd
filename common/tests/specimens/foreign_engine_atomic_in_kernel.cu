// expect: out_of_bounds, line 6
// An atomic function of the compiler's has no place in the log of a warp, but must not store just anywhere.

__global__ void store(unsigned* counter)
{
    __atomic_store_n(counter, 0u, __ATOMIC_RELAXED);
}

int main()
{
    store<<<1, 1>>>(reinterpret_cast<unsigned*>(&halo_now));
    cudaDeviceSynchronize();
}
