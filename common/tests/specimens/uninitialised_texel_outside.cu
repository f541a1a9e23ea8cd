// expect: clean
// Coordinates outside the texture read its border, and the half of the array that was never filled is never fetched.
__global__ void copy(cudaTextureObject_t in, float* out)
{
    const int x = int(threadIdx.x);
    out[x] = tex2D<float>(in, x - 8.0f + 0.5f, 0.5f);
}

int main()
{
    float *d_out, h[16] = {};
    cudaMalloc(&d_out, 24 * sizeof(float));
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 16, 2);
    cudaMemcpy2DToArray(array, 0, 0, h, sizeof h, sizeof h, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    copy<<<1, 24>>>(texture, d_out);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(d_out);
}
