// Throws an exception whose what() stores where it likes: the harness calls it when nothing watches.
// ends: out_of_bounds or crash
// by: the engine's guard

#include <cstdint>
#include <exception>

#include "solved.cuh"

#include "foreign.cuh"
struct Late : std::exception {
    char* at;
    Late(std::exception, char* where) : at(where) {}
    const char* what() const noexcept override
    {
        volatile char* const to = at;
        *to = *to;
        return "nothing watches here";
    }
};

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    throw Late{{}, at};
}
