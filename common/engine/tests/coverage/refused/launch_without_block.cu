// refused: line 6: this launch says how many blocks
__global__ void k() {}

int main()
{
    k<<<4>>>();
}
