// covers: Textures: filtered values and normalised coordinates to the last bit, as an H200 has them; a layer below 0
// The right values were printed by an H200 (CUDA 13.0). Rounded otherwise, each of them differs.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void fetch(cudaTextureObject_t texture, bool rows, const float2* at, float* out)
{
    const float2 p = at[threadIdx.x];
    out[threadIdx.x] = rows ? tex2D<float>(texture, p.x, p.y) : tex1D<float>(texture, p.x);
}

__global__ void image(cudaTextureObject_t texture, float shift, unsigned char* out, int width, int height)
{
    const int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<unsigned char>(texture, (x + shift) / width, (y + shift) / height);
}

__global__ void layer(cudaTextureObject_t texture, int index, float* out) { out[threadIdx.x] = tex1DLayered<float>(texture, threadIdx.x - 0.25f, index); }

template <class T>
T* on_card(const std::vector<T>& values)
{
    T* out = nullptr;
    cudaMalloc(&out, values.size() * sizeof(T));
    cudaMemcpy(out, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return out;
}

float float_of(std::uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
}

struct Texture {
    cudaArray_t array = nullptr;
    cudaTextureObject_t object = 0;

    Texture(cudaChannelFormatDesc format, const void* texels, std::size_t bytes, int width, int height, int layers, const cudaTextureDesc& how)
    {
        if (layers > 0) {
            cudaMalloc3DArray(&array, &format, make_cudaExtent(width, 0, layers), cudaArrayLayered);
            cudaMemcpy3DParms copy{};
            copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>(texels), width * bytes, width, 1);
            copy.dstArray = array;
            copy.extent = make_cudaExtent(width, 1, layers);
            copy.kind = cudaMemcpyHostToDevice;
            cudaMemcpy3D(&copy);
        } else {
            cudaMallocArray(&array, &format, width, height);
            cudaMemcpy2DToArray(array, 0, 0, texels, width * bytes, width * bytes, height > 0 ? height : 1, cudaMemcpyHostToDevice);
        }
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaCreateTextureObject(&object, &resource, &how, nullptr);
    }
    ~Texture()
    {
        cudaDestroyTextureObject(object);
        cudaFreeArray(array);
    }
};

/// Bits of coordinates and of what the card returned.
struct Fetched {
    std::uint32_t x, y, value;
};

template <class T>
int differing(const char* what, cudaChannelFormatKind kind, int height, const std::vector<T>& texels, const std::vector<Fetched>& cases)
{
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = kind == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    const int width = int(texels.size()) / (height > 0 ? height : 1);
    const Texture texture(cudaCreateChannelDesc(8 * sizeof(T), 0, 0, 0, kind), texels.data(), sizeof(T), width, height, 0, how);
    std::vector<float2> at;
    for (const Fetched& one : cases) at.push_back(make_float2(float_of(one.x), float_of(one.y)));
    float2* d_at = on_card(at);
    float* d_out = on_card(std::vector<float>(cases.size()));
    std::vector<float> out(cases.size());
    fetch<<<1, int(cases.size())>>>(texture.object, height > 0, d_at, d_out);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int count = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (out[i] == float_of(cases[i].value)) continue;
        ++count;
        std::printf("%s at (%g, %g): %.9g, expected %.9g\n", what, at[i].x, at[i].y, out[i], float_of(cases[i].value));
    }
    cudaFree(d_at);
    cudaFree(d_out);
    return count;
}

/// The pixels of an image that are not their own when each is fetched at (x + shift) / width: without half a texel, the card cuts x / width off below the texel.
int moved(float shift)
{
    const int width = 30, height = 20;
    std::vector<unsigned char> pixels(width * height), out(width * height);
    for (int i = 0; i < width * height; ++i) pixels[i] = i % 251;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.normalizedCoords = 1;
    const Texture texture(cudaCreateChannelDesc<unsigned char>(), pixels.data(), 1, width, height, 0, how);
    unsigned char* d_out = on_card(out);
    image<<<height, width>>>(texture.object, shift, d_out, width, height);
    cudaMemcpy(out.data(), d_out, out.size(), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    int count = 0;
    for (int i = 0; i < width * height; ++i) count += out[i] != pixels[i];
    return count;
}

/// Layer −1 is the last; along a layered row there is no border above.
int wrong_layer()
{
    std::vector<float> texels(12), out(6);
    for (int i = 0; i < 12; ++i) texels[i] = i + 1.0f;
    cudaTextureDesc how{};
    how.addressMode[0] = cudaAddressModeBorder;
    how.filterMode = cudaFilterModeLinear;
    how.borderColor[0] = 100.0f;
    const Texture texture(cudaCreateChannelDesc<float>(), texels.data(), 4, 4, 0, 3, how);
    float* d_out = on_card(out);
    layer<<<1, 6>>>(texture.object, -1, d_out);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    int count = 0;
    const auto texel = [&](int i) { return i < 0 || i > 3 ? 100.0f : texels[8 + i]; };
    for (int i = 0; i < 6; ++i) count += out[i] != 0.75f * texel(i - 1) + 0.25f * texel(i);
    return count;
}

int main()
{
    std::vector<float> row, rows;
    for (const std::uint32_t bits : {0x3e7d5a00u, 0xc0a25790u, 0x40d5ab90u, 0xc24852deu, 0xc1868ea0u, 0x42ea712cu, 0x4085dad0u, 0x3e121a90u}) row.push_back(float_of(bits));
    for (const std::uint32_t bits : {0xc0a98f04u, 0x41f39aa0u, 0xbf6dfd80u, 0x438e89c0u, 0xc3465020u, 0xc01615ecu, 0xc3ab51eeu, 0x44637850u}) rows.push_back(float_of(bits));
    int failed = differing("float", cudaChannelFormatKindFloat, 0, row,
                           {{0x3f590000, 0, 0xbfcd190e}, {0x4089c000, 0, 0xc1ba8723}, {0x40e34000, 0, 0x3fe0513b}, {0x40802000, 0, 0xc205480b}, {0x40d10000, 0, 0x4081d080}});
    failed += differing("float, two rows", cudaChannelFormatKindFloat, 2, rows,
                        {{0x40bcc000, 0x3f5a0000, 0x43fc5deb}, {0x3ff58000, 0x3f9f8000, 0xc2cf56fc}, {0x3f910000, 0x3f7d0000, 0xc1dbd4d9}, {0x400d0000, 0x3e8e0000, 0x41062e6b}});
    failed += differing<std::uint16_t>("16-bit float", cudaChannelFormatKindFloat, 0, {0x21fa, 0xb930, 0x34e8, 0x3a10, 0xbac2, 0xa18a, 0x3952, 0x327a},
                                       {{0x4088e000, 0, 0xbef9c000}, {0x40e7e000, 0, 0x3ea3c000}, {0x3f380000, 0, 0xbe07e000}, {0x40894000, 0, 0xbf01c000}});
    failed += differing<std::uint8_t>("byte", cudaChannelFormatKindUnsigned, 0, {0x2a, 0xe5, 0xbf, 0x68, 0xe7, 0x9b, 0xb8, 0x28},
                                      {{0x40c04000, 0, 0x3f2a64aa}, {0x4091c000, 0, 0x3f63bbe4}, {0x3f040000, 0, 0x3e3464b4}, {0x3fd80000, 0, 0x3f5ebedf}});
    failed += differing<std::uint16_t>("unsigned short, two rows", cudaChannelFormatKindUnsigned, 2, {0x272, 0xb3a8, 0x66ce, 0xcb5c, 0x6576, 0x45da, 0x81b2, 0x5646},
                                       {{0x40638000, 0x3f280000, 0x3f3911b9}, {0x40f8c000, 0x3f000000, 0x3f4b5ccb}, {0x3f968000, 0x3fdd0000, 0x3ea034a0}});
    failed += differing<std::int16_t>("short", cudaChannelFormatKindSigned, 0, {-32768, 32767, 2, 3, -32768, 32767, 6, 7},
                                      {{0x40144000, 0, 0x3e3c0978}, {0x4070c000, 0, 0xbe85f90c}, {0x40324000, 0, 0x38800100}});
    const int without = moved(0.0f), with = moved(0.5f);
    if (without != 592 || with != 0) std::printf("pixels moved: %d without half a texel, expected 592; %d with it, expected 0\n", without, with);
    const int layers = wrong_layer();
    if (layers != 0) std::printf("layer -1: %d differ\n", layers);
    return failed != 0 || without != 592 || with != 0 || layers != 0;
}
