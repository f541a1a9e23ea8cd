__global__ void reversed(float* out)
{
    extern __shared__   // a line with a number of its own, in a declaration that is replaced
#line 40
        float s[];
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
void call(float* out) { reversed<<<1, 32, 128>>>(out); }
