#pragma once
// Lab 04: given. Do not edit; your tests come with their own copy.

inline constexpr int kRadius = 4;     ///< the filter is 2 · kRadius + 1 = 9 wide
inline constexpr int kTile   = 256;   ///< output elements of one block

/// d_out[i] = Σ h_filter[d + R] · d_in[i + d] over |d| ≤ R = kRadius. Ghost elements count as 0.
/// `d_in`, `d_out` [width] on the device, `h_filter` [2R+1] on the host.
/// A block loads its tile in phases: as many elements as it has threads, then as many again, until all are there.
void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width);

/// The same elements; a block loads its tile by regions: the core, the left halo, the right halo.
void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width);

/// The same elements; a block loads its tile in two steps: all threads an element, then the first 2R another one.
void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width);
