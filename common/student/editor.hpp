#pragma once
// For an editor that jumps to what a line of output names, `file:line: message`. Findings and compile errors begin so; a wrong result names a function.

#include <string>
#include <string_view>

#include "student/place.hpp"
#include "student/result.hpp"

namespace halo::student {

/// Can the character stand in a name?
bool in_name(char c);

/// The line in which this function or its kernel, `NAME_kernel`, is defined, whichever is first; 0 if neither is.
int line_of_definition(std::string_view source, std::string_view function);

/// `conv2d_tiled.cu:23: in conv2d_basic: the filter is mirrored, …`, where the message names no line itself; empty otherwise.
std::string place_for_editor(const Result& result, const std::string& file, std::string_view source);

/// Prints that line if HALO_PLACES is set, as the tasks in .vscode/ set it.
void show_place(const Place& place, const Result& result);

}  // namespace halo::student
