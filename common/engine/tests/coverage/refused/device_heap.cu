// refused: line 4: new in device code allocates from the device's heap
__global__ void gather(float** out, int n)
{
    out[threadIdx.x] = new float[n];
}
int main() {}
