// expect: uninitialised, line 5, array d_in, index [16]
// 64 bytes are copied, not 64 elements, and a texture reads them.
__global__ void copy(cudaTextureObject_t in, float* out)
{
    out[threadIdx.x] = tex1Dfetch<float>(in, int(threadIdx.x));
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpy(d_in, h, 64, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 64 * sizeof(float);
    cudaTextureDesc how{};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    copy<<<1, 64>>>(texture, d_out);
    cudaDestroyTextureObject(texture);
    cudaFree(d_in);
    cudaFree(d_out);
}
