#pragma once
// The place of a call in the source, as a default argument: `Place at = HALO_HERE`.

#if __cplusplus >= 202002L
#include <source_location>
#define HALO_HERE std::source_location::current()
#else
#define HALO_HERE ::halo_engine::Place::current()
#endif

namespace halo_engine {

struct Place {
    const char* file = "";
    int line = 0;
    int column = 0;   ///< 0 before C++20: two calls in one line then have the same place

    constexpr Place() = default;
#if __cplusplus >= 202002L
    constexpr Place(std::source_location at) : file(at.file_name()), line(int(at.line())), column(int(at.column())) {}
#else
    constexpr Place(const char* file_, int line_) : file(file_), line(line_) {}
    static constexpr Place current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
#endif
};

}  // namespace halo_engine
