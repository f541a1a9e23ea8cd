#pragma once
// cudaError_t, and the functions that return the last error.

enum cudaError : int {
#define HALO_ROW(name, number, text) name = number,
#include "error_codes.inc"
#undef HALO_ROW
};
using cudaError_t = cudaError;

const char* cudaGetErrorString(cudaError_t status);
const char* cudaGetErrorName(cudaError_t status);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
