#pragma once
// Functions with a CUDA call or launch that is refused.

inline constexpr int kRadius = 1;

void allocates_elements(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_pointers(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_to_the_pointer(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_too_much(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_in_the_wrong_direction(const float* d_in, const float* h_filter, float* d_out, int width);
void exchanges_the_pointers(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_from_freed(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_to_null(const float* d_in, const float* h_filter, float* d_out, int width);
void copies_by_name(const float* d_in, const float* h_filter, float* d_out, int width);
void passes_the_direction_for_the_offset(const float* d_in, const float* h_filter, float* d_out, int width);
void frees_twice(const float* d_in, const float* h_filter, float* d_out, int width);
void frees_the_host(const float* d_in, const float* h_filter, float* d_out, int width);
void frees_the_pointer_itself(const float* d_in, const float* h_filter, float* d_out, int width);
void rounds_blocks_down(const float* d_in, const float* h_filter, float* d_out, int width);
void has_a_large_block(const float* d_in, const float* h_filter, float* d_out, int width);
void has_a_large_tile(const float* d_in, const float* h_filter, float* d_out, int width);
void asks_for_much_shared(const float* d_in, const float* h_filter, float* d_out, int width);
void destroys_no_stream(const float* d_in, const float* h_filter, float* d_out, int width);
void handles_it(const float* d_in, const float* h_filter, float* d_out, int width);
void handles_one_and_not_the_next(const float* d_in, const float* h_filter, float* d_out, int width);
