#pragma once
// Differences of planes: the first is right, each of the others is wrong in the way that its name says.

void difference(const float* d_in, float* d_out, int width, int height, int depth);

void does_nothing_yet(const float* d_in, float* d_out, int width, int height, int depth);
void leaves_out_the_last_plane(const float* d_in, float* d_out, int width, int height, int depth);
void exchanges_height_and_depth(const float* d_in, float* d_out, int width, int height, int depth);
void writes_past_the_last_plane(const float* d_in, float* d_out, int width, int height, int depth);
