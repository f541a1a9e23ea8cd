#pragma once
// Functions such as submissions contain: one is right, each of the others wrong in one way.

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
void mirrors(const float* d_in, const float* h_filter, float* d_out, int width);

// Functions of other kinds.
void widens(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void reads_on(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void sums_on_the_host(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void looks_at_its_input(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void never_sets_its_sum(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void copies_room(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void copies_pointer(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void copies_in_parts(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void copies_back_twice(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void copies_back_rows(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void writes_on(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void writes_far_before(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void fills_with_library(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void uses_all_of_it(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
void turns(const float* d_in, float* d_out, int width, int height);
void turns_in_place(float* d_data, int n);
void turns_nothing(float* d_data, int n);
