#pragma once
// Formatted output with the checks of library_formats.cpp, for functions that have others to make.

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace halo::engine {

/// vfprintf. `call`: the function that the program has called; `floor`: as in Guard::check.
int print_checked(std::FILE* file, const char* format, va_list arguments, const char* call, const void* return_address, std::uintptr_t floor);

}  // namespace halo::engine
