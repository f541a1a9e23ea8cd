// covers: Textures: descriptions that no card accepts are refused
#include <cstdio>

int failed = 0;

void expect(cudaError_t got, cudaError_t expected, const char* what)
{
    if (got == expected) return;
    std::printf("%s: %s, expected %s\n", what, cudaGetErrorName(got), cudaGetErrorName(expected));
    failed = 1;
}

int main()
{
    cudaTextureObject_t texture = 0;
    int* memory = nullptr;
    cudaMalloc(&memory, 4096);
    cudaResourceDesc linear{};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = 4096;
    cudaTextureDesc how{};

    expect(cudaCreateTextureObject(&texture, &linear, &how, nullptr), cudaSuccess, "int from linear memory");
    expect(cudaDestroyTextureObject(texture), cudaSuccess, "its end");
    expect(cudaDestroyTextureObject(texture), cudaSuccess, "once more");
    expect(cudaCreateTextureObject(nullptr, &linear, &how, nullptr), cudaErrorInvalidValue, "no place for the handle");
    expect(cudaCreateTextureObject(&texture, &linear, nullptr, nullptr), cudaErrorInvalidResourceHandle, "no description");
    linear.res.linear.devPtr = memory + 1;
    expect(cudaCreateTextureObject(&texture, &linear, &how, nullptr), cudaErrorInvalidValue, "misaligned");
    linear.res.linear.devPtr = memory;

    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>(), none{7, 0, 0, 0, cudaChannelFormatKindSigned};
    expect(cudaMallocArray(&array, &none, 8, 8), cudaErrorInvalidChannelDescriptor, "7 bits");
    expect(cudaMallocArray(&array, &format, 0, 8), cudaErrorInvalidValue, "no width");
    expect(cudaMallocArray(&array, &format, 8, 8), cudaSuccess, "8 x 8");
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    how.filterMode = cudaFilterModeLinear;
    expect(cudaCreateTextureObject(&texture, &resource, &how, nullptr), cudaErrorInvalidFilterSetting, "filtered integers");
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeNormalizedFloat;
    expect(cudaCreateTextureObject(&texture, &resource, &how, nullptr), cudaErrorInvalidNormSetting, "normalised 32-bit integers");
    expect(cudaFreeArray(array), cudaSuccess, "cudaFreeArray");
    expect(cudaFreeArray(nullptr), cudaSuccess, "cudaFreeArray(nullptr)");
    cudaFree(memory);
    return failed;
}
