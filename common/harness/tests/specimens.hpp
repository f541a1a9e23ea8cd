#pragma once
// Functions of the kind that submissions hold: one right, each of the others wrong in one way.

inline constexpr int kRadius = 1;

void right(const float* d_in, const float* h_filter, float* d_out, int width);
void racy(const float* d_in, const float* h_filter, float* d_out, int width);
void leaks(const float* d_in, const float* h_filter, float* d_out, int width);
void on_the_host(const float* d_in, const float* h_filter, float* d_out, int width);
void throws(const float* d_in, const float* h_filter, float* d_out, int width);
void refused(const float* d_in, const float* h_filter, float* d_out, int width);
void crashes(const float* d_in, const float* h_filter, float* d_out, int width);
void exits(const float* d_in, const float* h_filter, float* d_out, int width);
void keeps(const float* d_in, const float* h_filter, float* d_out, int width);
void overruns(const float* d_in, const float* h_filter, float* d_out, int width);
