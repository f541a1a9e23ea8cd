#pragma once
// The program halo-translate. No other header: main.cpp is compiled in no time.

namespace halo::engine {

/// Returns the exit code: 0 written, 1 the file can't be translated, 2 wrong usage, or a file can't be read or written.
int translate_command(int argc, char** argv);

}  // namespace halo::engine
