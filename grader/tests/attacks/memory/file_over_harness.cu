// Makes a copy of stdout whose buffer is the harness's stack, and prints into it.
// ends: out_of_bounds
// by: the engine: a call uses no stream of its own

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
alignas(16) static char copied[sizeof(FILE) + sizeof(void*)];

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    for (unsigned i = 0; i < sizeof copied; ++i) copied[i] = reinterpret_cast<const char*>(stdout)[i];
    std::FILE* const file = reinterpret_cast<std::FILE*>(copied);
    file->_IO_write_base = file->_IO_write_ptr = at;
    file->_IO_buf_base = at;
    file->_IO_buf_end = file->_IO_write_end = at + 16;
    const char same = *at;
    std::fwrite(&same, 1, 1, file);
}
