// covers: Textures: `tex2D` and `tex1D` from CUDA arrays and pitched memory; point and linear filtering
// covers: Textures: border, clamp, wrap and mirror; normalised coordinates
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kWidth = 13, kHeight = 9, kSamples = 500;

__global__ void sample_2d(cudaTextureObject_t texture, const float2* at, float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < kSamples) out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}
__global__ void sample_1d(cudaTextureObject_t texture, const float2* at, float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < kSamples) out[i] = tex1D<float>(texture, at[i].x);
}

float texel(int x, int y) { return float((31 * x + 17 * y) % 64); }

/// The texel for an index that may be outside; false: the border.
bool fold(int& i, int size, cudaTextureAddressMode mode)
{
    if (mode == cudaAddressModeBorder) return i >= 0 && i < size;
    if (mode == cudaAddressModeClamp) i = std::clamp(i, 0, size - 1);
    while (mode == cudaAddressModeWrap && (i < 0 || i >= size)) i += i < 0 ? size : -size;
    while (mode == cudaAddressModeMirror && (i < 0 || i >= size)) i = i < 0 ? -1 - i : 2 * size - 1 - i;
    return true;
}

float read(int x, int y, int height, cudaTextureAddressMode mode, float border)
{
    const bool inside = fold(x, kWidth, mode), inside_y = fold(y, height, mode);
    return inside && inside_y ? texel(x, y) : border;
}

/// With a card's weights: multiples of 1/256, where the product of both fractions is rounded once. A one-dimensional
/// texture is one row, sampled at y = 0.
double expected(double x, double y, int height, cudaTextureFilterMode filter, cudaTextureAddressMode mode, float border)
{
    if (height == 1) y = 0.0;
    if (filter == cudaFilterModePoint) return read(int(std::floor(x)), int(std::floor(y)), height, mode, border);
    const int steps_x = int(std::floor((x - 0.5) * 256 + 0.5)), steps_y = int(std::floor((y - 0.5) * 256 + 0.5));
    const int x0 = steps_x >> 8, y0 = steps_y >> 8, right = steps_x & 255, below = steps_y & 255;
    const int both = (right * below + 128) / 256;
    const auto at = [&](int dx, int dy) { return double(read(x0 + dx, y0 + dy, height, mode, border)); };
    return ((256 - right - below + both) * at(0, 0) + (right - both) * at(1, 0) + (below - both) * at(0, 1) + both * at(1, 1)) / 256;
}

int wrong(const cudaResourceDesc& resource, int height, cudaTextureFilterMode filter, cudaTextureAddressMode mode,
          bool normalized, const char* what)
{
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = mode;
    how.filterMode = filter;
    how.normalizedCoords = normalized;
    how.borderColor[0] = mode == cudaAddressModeBorder ? 5.0f : 0.0f;
    cudaTextureObject_t texture = 0;
    if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) {
        std::printf("%s: no texture: %s\n", what, cudaGetErrorString(cudaGetLastError()));
        return 1;
    }

    // Coordinates in texels, in steps of a sixteenth, never on an edge between two texels.
    std::vector<float2> at(kSamples);
    std::vector<double> x(kSamples), y(kSamples);
    for (int i = 0; i < kSamples; ++i) {
        x[i] = ((i * 37) % 601 - 171) / 16.0 + 1 / 64.0;
        y[i] = ((i * 53) % 423 - 133) / 16.0 + 1 / 64.0;
        at[i] = normalized ? make_float2(float(x[i] / kWidth), float(y[i] / height)) : make_float2(float(x[i]), float(y[i]));
    }
    float2* d_at;
    float* d_out;
    cudaMalloc(&d_at, kSamples * sizeof(float2));
    cudaMalloc(&d_out, kSamples * sizeof(float));
    cudaMemcpy(d_at, at.data(), kSamples * sizeof(float2), cudaMemcpyHostToDevice);
    if (height == 1)
        sample_1d<<<(kSamples + 127) / 128, 128>>>(texture, d_at, d_out);
    else
        sample_2d<<<(kSamples + 127) / 128, 128>>>(texture, d_at, d_out);
    std::vector<float> out(kSamples);
    int differ = cudaMemcpy(out.data(), d_out, kSamples * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < kSamples; ++i) {
        // The fraction may be off by one step: coordinates that were divided are not exact.
        const double want = expected(x[i], y[i], height, filter, mode, 5.0f);
        const double tolerance = filter == cudaFilterModePoint ? 0.0 : normalized ? 0.6 : 1e-4;
        if (std::abs(out[i] - want) <= tolerance) continue;
        if (differ++ < 3) std::printf("%s: (%g, %g) gives %g, expected %g\n", what, x[i], y[i], out[i], want);
    }
    cudaFree(d_at);
    cudaFree(d_out);
    cudaDestroyTextureObject(texture);
    return differ;
}

int main()
{
    std::vector<float> image(kWidth * kHeight);
    for (int i = 0; i < kWidth * kHeight; ++i) image[i] = texel(i % kWidth, i / kWidth);
    constexpr std::size_t kRow = kWidth * sizeof(float);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();

    cudaArray_t plane, line;
    cudaMallocArray(&plane, &format, kWidth, kHeight);
    cudaMallocArray(&line, &format, kWidth);
    cudaMemcpy2DToArray(plane, 0, 0, image.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(line, 0, 0, image.data(), kRow, kRow, 1, cudaMemcpyHostToDevice);
    float* rows;
    std::size_t pitch;
    cudaMallocPitch(&rows, &pitch, kRow, kHeight);
    cudaMemcpy2D(rows, pitch, image.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice);

    cudaResourceDesc from_plane{}, from_line{}, from_rows{};
    from_plane.resType = from_line.resType = cudaResourceTypeArray;
    from_plane.res.array.array = plane;
    from_line.res.array.array = line;
    from_rows.resType = cudaResourceTypePitch2D;
    from_rows.res.pitch2D.devPtr = rows;
    from_rows.res.pitch2D.desc = format;
    from_rows.res.pitch2D.width = kWidth;
    from_rows.res.pitch2D.height = kHeight;
    from_rows.res.pitch2D.pitchInBytes = pitch;

    int differ = 0;
    for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        for (const cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
            differ += wrong(from_plane, kHeight, filter, mode, false, "array");
            differ += wrong(from_line, 1, filter, mode, false, "1D array");
            differ += wrong(from_rows, kHeight, filter, mode, false, "pitched memory");
        }
        for (const cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror}) {
            differ += wrong(from_plane, kHeight, filter, mode, true, "array, normalised");
            differ += wrong(from_line, 1, filter, mode, true, "1D array, normalised");
        }
    }
    cudaFreeArray(plane);
    cudaFreeArray(line);
    cudaFree(rows);
    return differ != 0;
}
