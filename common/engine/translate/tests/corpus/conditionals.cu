// Groups of every kind: decided by their text, by the preprocessor, or by the side.
#ifndef GUARD
#define GUARD
#ifdef NEVER
} don't /* "
#endif
#if defined(A) && A(2) > 1 && __has_include("a.cuh")
#include "a.cuh"
__global__ void k(int* out) {
#elif 1
__global__ void k(int* out, int) {
#elifdef B
{ #else
#else
#define M(x) {
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    out[threadIdx.x] += 1; }
#else
    out[0] = -1; asm("nop"); R"(
#endif
)" }
#endif
#if __LINE__ == 24 \
  // next
#error it isn't
#pragma GCC unroll 2
#endif
#endif
