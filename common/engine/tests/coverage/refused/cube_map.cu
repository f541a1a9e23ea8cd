// refused: line 4: texCubemap reads a cube map, which the CPU engine doesn't have
__global__ void look(float* out, cudaTextureObject_t sky)
{
    out[threadIdx.x] = texCubemap<float>(sky, 1.0f, 0.0f, 0.25f * float(threadIdx.x));
}
int main() {}
