// refused: line 6: a kernel is launched inside device code
__global__ void child() {}

__global__ void parent()
{
    child<<<1, 32>>>();
}

int main() { parent<<<1, 1>>>(); }
