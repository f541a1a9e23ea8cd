// covers: Memory: __ldg, __ldca, __ldcg, __ldcs, __ldcv, __ldlu of numbers and vectors
// covers: Memory: __stwb, __stcg, __stcs, __stwt of numbers and vectors
#include <cstdio>
#include <vector>

template <class T>
__global__ void copy_with_hints(const T* in, T* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    T value;
    switch (i % 6) {
    case 0: value = __ldg(in + i); break;
    case 1: value = __ldca(&in[i]); break;
    case 2: value = __ldcg(&in[i]); break;
    case 3: value = __ldcs(&in[i]); break;
    case 4: value = __ldcv(&in[i]); break;
    default: value = __ldlu(&in[i]); break;
    }
    switch (i % 4) {
    case 0: __stwb(&out[i], value); break;
    case 1: __stcg(&out[i], value); break;
    case 2: __stcs(&out[i], value); break;
    default: __stwt(&out[i], value); break;
    }
}

template <class T>
bool copies(const char* type)
{
    constexpr int count = 131, bytes = count * int(sizeof(T));
    std::vector<unsigned char> in(bytes), out(bytes);
    for (int i = 0; i < bytes; ++i) in[i] = (unsigned char)(i * 37 + i / 256);
    T *d_in, *d_out;
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
    copy_with_hints<<<3, 64>>>(d_in, d_out, count);
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    if (in != out) std::printf("%s: a copy differs\n", type);
    return in == out;
}

int main()
{
    bool right = copies<char>("char") & copies<unsigned short>("unsigned short") & copies<int>("int") & copies<unsigned>("unsigned");
    right = copies<long long>("long long") & copies<float>("float") & copies<double>("double") & right;
    right = copies<char4>("char4") & copies<short2>("short2") & copies<int4>("int4") & copies<float2>("float2") & right;
    right = copies<float4>("float4") & copies<double2>("double2") & copies<longlong2>("longlong2") & copies<uchar2>("uchar2") & right;
    return !right;
}
