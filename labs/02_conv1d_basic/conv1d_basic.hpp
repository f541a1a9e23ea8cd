#pragma once
// Lab 02: given. Do not edit; your tests come with their own copy.

inline constexpr int kMaxFilterWidth = 255;   ///< filter widths are odd, 1 to kMaxFilterWidth

/// h_out[i] = Σ h_filter[d + R] · h_in[i + d] over |d| ≤ R = filter_width / 2. Ghost elements count as 0.
/// All pointers are host pointers: `h_in`, `h_out` [width], `h_filter` [filter_width].
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
