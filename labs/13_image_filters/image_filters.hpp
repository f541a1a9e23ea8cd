#pragma once
// Lab 13: given. Do not edit; your tests come with their own copy.

inline constexpr int kRadius = 2;    ///< filters are 5 × 5, or a column of 5 times a row of 5
inline constexpr int kTile   = 16;   ///< one block of a filter_image kernel computes kTile × kTile pixels

/// h_out[y][x][c] = Σ h_filter[dy+R][dx+R] · h_in[y+dy][x+dx][c] over |dx|, |dy| ≤ R = kRadius, rounded to the nearest
/// whole number and clamped to 0…255. `h_in`, `h_out` [height][width][3], red green blue, on the host;
/// `h_filter` [2R+1][2R+1] on the host. Pixels outside the picture count as 0.
void filter_image(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);

/// The same; for a pixel outside stands the nearest one of the picture.
void filter_image_replicate(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);

/// The same; the pixels at the edge are the mirror: [-1] is [1], [-2] is [2], and no pixel stands twice.
void filter_image_mirror(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);

/// d_out[y][x] = Σ h_column[dy+R] · Σ h_row[dx+R] · d_in[y+dy][x+dx] over |dx|, |dy| ≤ R: one channel of floats.
/// Ghost elements count as 0. `d_in`, `d_out` [height][width] on the device, `h_column`, `h_row` [2R+1] on the host.
void conv2d_separable(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height);
