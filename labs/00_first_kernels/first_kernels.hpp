#pragma once
// Lab 00: given. Do not edit; your tests come with their own copy.

/// d_out[i] = d_in[i] + 10 for n elements, 1 ≤ n ≤ 1024. d_in and d_out are on the device.
void add_by_index(const float* d_in, float* d_out, int n);

/// The same for 1 ≤ n ≤ 256, with more threads than elements.
void add_with_guard(const float* d_in, float* d_out, int n);

/// The same for any n, with many blocks.
void add_in_blocks(const float* d_in, float* d_out, int n);

/// h_out[i] = h_in[i] + 10 for any n. h_in and h_out are on the host.
void add_from_host(const float* h_in, float* h_out, int n);

/// d_out holds each 256 elements of d_in in reverse order. d_in and d_out are on the device, n is a multiple of 256.
void reverse_blocks(const float* d_in, float* d_out, int n);
