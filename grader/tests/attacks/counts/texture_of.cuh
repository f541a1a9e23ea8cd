static cudaTextureObject_t texture_of(const void* d, size_t n)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void*>(d);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc look = {};
    look.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CUDA_CHECK(cudaCreateTextureObject(&image, &resource, &look, nullptr));
    return image;
}
