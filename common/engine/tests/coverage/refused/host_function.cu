// refused: line 7: twice is a host function: device code can't call it
static float twice(float x) { return 2.0f * x; }
__device__ float half_of(float x) { return 0.5f * x; }

__global__ void scale(float* data)
{
    data[threadIdx.x] = twice(half_of(data[threadIdx.x]));
}
int main() {}
