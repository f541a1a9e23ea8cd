// covers: Textures: `tex1Dfetch` from linear memory, of `float`, `float2`, `float4`, `int`, `uchar4`, `short2`
// covers: Textures: 8-bit elements as normalised floats (`cudaReadModeNormalizedFloat`)
#include <cstdio>
#include <vector>

constexpr int kCount = 130;

template <class T>
__global__ void fetch(cudaTextureObject_t texture, T* out, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) out[x] = tex1Dfetch<T>(texture, n - 1 - x);
}

template <class T>
cudaTextureObject_t texture_of(const T* memory, std::size_t bytes, cudaTextureReadMode mode)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<T*>(memory);
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc how{};
    how.readMode = mode;
    cudaTextureObject_t texture = 0;
    if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) std::printf("no texture\n");
    return texture;
}

/// Fetches `in` backwards as R and compares each element by `expected`.
template <class R, class T, class Expected>
int wrong(const std::vector<T>& in, cudaTextureReadMode mode, Expected expected, const char* what)
{
    T* d_in;
    R* d_out;
    cudaMalloc(&d_in, in.size() * sizeof(T));
    cudaMalloc(&d_out, in.size() * sizeof(R));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
    const cudaTextureObject_t texture = texture_of(d_in, in.size() * sizeof(T), mode);
    const int n = int(in.size());
    fetch<R><<<(n + 63) / 64, 64>>>(texture, d_out, n);
    std::vector<R> got(in.size());
    int differ = cudaMemcpy(got.data(), d_out, in.size() * sizeof(R), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < n; ++i) differ += !expected(got[i], in[n - 1 - i]);
    if (differ) std::printf("%s: %d differ\n", what, differ);
    differ += cudaDestroyTextureObject(texture) != cudaSuccess;
    cudaFree(d_in);
    cudaFree(d_out);
    return differ;
}

template <class T, class Make>
std::vector<T> made(Make make)
{
    std::vector<T> values(kCount);
    for (int i = 0; i < kCount; ++i) values[i] = make(i);
    return values;
}

int main()
{
    int differ = 0;
    differ += wrong<float>(made<float>([](int i) { return 0.5f * float(i) - 9.0f; }), cudaReadModeElementType,
                           [](float a, float b) { return a == b; }, "float");
    differ += wrong<float2>(made<float2>([](int i) { return make_float2(float(i), -float(i)); }), cudaReadModeElementType,
                            [](float2 a, float2 b) { return a.x == b.x && a.y == b.y; }, "float2");
    differ += wrong<float4>(made<float4>([](int i) { return make_float4(float(i), 1, float(2 * i), 0.25f); }), cudaReadModeElementType,
                            [](float4 a, float4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }, "float4");
    differ += wrong<int>(made<int>([](int i) { return 100000 * i - 77; }), cudaReadModeElementType,
                         [](int a, int b) { return a == b; }, "int");
    differ += wrong<uchar4>(made<uchar4>([](int i) { return make_uchar4(i, 255 - i, 3, 200); }), cudaReadModeElementType,
                            [](uchar4 a, uchar4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }, "uchar4");
    differ += wrong<short2>(made<short2>([](int i) { return make_short2(short(i - 300), short(-i)); }), cudaReadModeElementType,
                            [](short2 a, short2 b) { return a.x == b.x && a.y == b.y; }, "short2");
    differ += wrong<float>(made<unsigned char>([](int i) { return (unsigned char)(2 * i); }), cudaReadModeNormalizedFloat,
                           [](float a, unsigned char b) { return a > (b - 0.001f) / 255.0f && a < (b + 0.001f) / 255.0f; }, "uchar as float");
    differ += wrong<float>(made<signed char>([](int i) { return (signed char)(i - 128); }), cudaReadModeNormalizedFloat,
                           [](float a, signed char b) {
                               const float v = b == -128 ? -127.0f : b;
                               return a > (v - 0.001f) / 127.0f && a < (v + 0.001f) / 127.0f;
                           }, "signed char as float");
    return differ != 0;
}
