// Makes a copy of stdout whose descriptor is the judge's pipe, and prints nonsense there.
// ends: out_of_bounds
// by: the engine: a call uses no stream of its own

#include <cstdio>

#include "solved.cuh"

alignas(16) static char copied[sizeof(FILE) + sizeof(void*)];

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    for (unsigned i = 0; i < sizeof copied; ++i) copied[i] = reinterpret_cast<const char*>(stdout)[i];
    std::FILE* const file = reinterpret_cast<std::FILE*>(copied);
    file->_fileno = 3;
    file->_IO_buf_base = file->_IO_buf_end = file->_IO_write_base = file->_IO_write_ptr = file->_IO_write_end = nullptr;
    std::fputs("nonsense", file);
    std::fflush(file);
}
