#pragma once
// What all steps do alike with a sum.

#ifdef __CUDACC__
#define HALO_BOTH __host__ __device__
#else
#define HALO_BOTH
#endif

namespace halo::steps {

/// Clamps as a float, then rounds: a float outside 0 … 255 has no defined value as a byte.
HALO_BOTH inline unsigned char byte_of(float sum)
{
    const float clamped = sum < 0.0f ? 0.0f : sum > 255.0f ? 255.0f : sum;
    return (unsigned char)(clamped + 0.5f);
}

}  // namespace halo::steps
