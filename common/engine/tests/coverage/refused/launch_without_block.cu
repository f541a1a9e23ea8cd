// refused: line 6: this launch gives the number of blocks
__global__ void k() {}

int main()
{
    k<<<4>>>();
}
