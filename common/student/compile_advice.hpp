#pragma once
// What a newcomer to C++ or CUDA may have meant where the compiler only says what it cannot do. Text in, text out.

#include <string>
#include <string_view>

namespace halo::student {

/// One line for the first error, or without errors the first warning, in what g++ or nvcc said; empty where their words are enough.
/// `source`: the student's file, whose name is `file`.
std::string compile_advice(std::string_view lines, std::string_view file, std::string_view source);

/// The same lines, with the advice below the error that it is about: `  try:   …`
std::string with_advice(std::string_view lines, std::string_view file, std::string_view source);

/// `The compiler warns in line 125: statement has no effect; write __syncthreads(): …`; empty without a warning.
std::string first_warning(std::string_view lines, std::string_view file, std::string_view source);

}  // namespace halo::student
