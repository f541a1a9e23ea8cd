#pragma once
// Lab 01: given. Do not edit; your tests come with their own copy.

inline constexpr int kTile = 32;   ///< edge of a tile: as many elements as a warp has threads

/// d_out[x][y] = d_in[y][x]. `d_in` [height][width] and `d_out` [width][height] on the device.
void transpose_naive(const float* d_in, float* d_out, int width, int height);

/// The same; each block turns a kTile × kTile tile in shared memory.
void transpose_tiled(const float* d_in, float* d_out, int width, int height);

/// The same without bank conflicts.
void transpose_padded(const float* d_in, float* d_out, int width, int height);

/// d_data[x][y] becomes what d_data[y][x] was. `d_data` [n][n] on the device.
void transpose_in_place(float* d_data, int n);
