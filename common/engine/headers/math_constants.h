#pragma once
// Constants, by CUDA's names.

#include <limits>

#define CUDART_INF_F (std::numeric_limits<float>::infinity())
#define CUDART_NAN_F (std::numeric_limits<float>::quiet_NaN())
#define CUDART_MIN_DENORM_F (std::numeric_limits<float>::denorm_min())
#define CUDART_MAX_NORMAL_F (std::numeric_limits<float>::max())
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_PI_F 3.14159265358979323846f
#define CUDART_PIO2_F (3.14159265358979323846f / 2.0f)
#define CUDART_PIO4_F (3.14159265358979323846f / 4.0f)
#define CUDART_SQRT_TWO_F 1.41421356237309504880f
#define CUDART_SQRT_HALF_F (1.41421356237309504880f / 2.0f)
#define CUDART_L2E_F 1.44269504088896340736f
#define CUDART_LN2_F 0.69314718055994530942f
#define CUDART_LNT_F 2.30258509299404568402f
#define CUDART_LGE_F 0.43429448190325182765f

#define CUDART_INF (std::numeric_limits<double>::infinity())
#define CUDART_NAN (std::numeric_limits<double>::quiet_NaN())
#define CUDART_MIN_DENORM (std::numeric_limits<double>::denorm_min())
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_PI 3.14159265358979323846
#define CUDART_PIO2 (3.14159265358979323846 / 2.0)
#define CUDART_PIO4 (3.14159265358979323846 / 4.0)
#define CUDART_SQRT_TWO 1.41421356237309504880
#define CUDART_SQRT_HALF (1.41421356237309504880 / 2.0)
#define CUDART_L2E 1.44269504088896340736
#define CUDART_LN2 0.69314718055994530942
#define CUDART_LNT 2.30258509299404568402
#define CUDART_LGE 0.43429448190325182765
