static cudaTextureObject_t texture_of(float* d, int n)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc look = {};
    look.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CUDA_CHECK(cudaCreateTextureObject(&image, &resource, &look, nullptr));
    return image;
}
