// expect: out_of_bounds, line 5, array picture, index [16]
// x counts bytes: the neighbour of the last element is outside, and the default boundary mode traps.
__global__ void fill(cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, int(threadIdx.x + 1) * 4, 0);
}

int main()
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t picture;
    cudaMallocArray(&picture, &format, 16, 1, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = picture;
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    fill<<<1, 16>>>(surface);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(picture);
}
