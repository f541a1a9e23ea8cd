#pragma once
// Sums of an array: two are right, each of the others is wrong in the way that its name says.

void sum(const float* d_in, float* d_out, int n);
void sum_in_one_block(const float* d_in, float* d_out, int n);

void does_nothing(const float* d_in, float* d_out, int n);
void forgets_the_last_block(const float* d_in, float* d_out, int n);
void has_no_barrier(const float* d_in, float* d_out, int n);
void adds_twice(const float* d_in, float* d_out, int n);
void reads_past_the_end(const float* d_in, float* d_out, int n);
void begins_with_what_is_there(const float* d_in, float* d_out, int n);
void leaves_shared_memory_empty(const float* d_in, float* d_out, int n);
void loads_twice(const float* d_in, float* d_out, int n);
