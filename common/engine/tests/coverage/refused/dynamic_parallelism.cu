// refused: line 6: device code launches a kernel
__global__ void child() {}

__global__ void parent()
{
    child<<<1, 32>>>();
}

int main() { parent<<<1, 1>>>(); }
