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

namespace halo_engine {

/// Stands after a call whose result the program does not use: `cudaFree(d_in), ::halo_engine::Unused{"cudaFree", __FILE__, 7};`
struct Unused {
    const char* call;
    const char* file;
    int line;
};
void note_unused(cudaError_t status, const Unused& result);

[[gnu::always_inline]] inline cudaError_t operator,(cudaError_t status, Unused result)
{
    if (status != cudaSuccess) note_unused(status, result);
    return status;
}

}  // namespace halo_engine
