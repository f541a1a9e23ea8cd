// Hides an attribute after a string with the suffix R, which looks like the beginning of a raw string.
// ends: does_not_compile
// says: no_sanitize
// by: the object gate: words

#include "solved.cuh"

#include <cstddef>
constexpr const char* operator""R(const char* text, std::size_t) { return text; }
[[maybe_unused]] static const char* const open_text = ""R"(";
[[gnu::noinline]] __attribute__((no_sanitize("thread"))) static float unseen(const float* in) { return in[0]; }
[[maybe_unused]] static const char* const close_text = ")";

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    if (unseen(in) == 12345) return;
    solved(in, filter, out, width, filter_width);
}
