// refused: line 4: __nv_atomic_fetch_add takes an order of memory, which belongs to CUDA 12.8
__global__ void count(int* total)
{
    __nv_atomic_fetch_add(total, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

int main() {}
