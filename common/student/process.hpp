#pragma once
// Other programs, started without a shell, and what ends them early.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::student {

struct Command {
    std::vector<std::string> words;             ///< the first is found in PATH
    std::vector<std::string> variables = {};    ///< NAME=value, added to the environment
};

struct Ended {
    int code = 0;               ///< its exit code; 128 + signal if a signal ended it; 127 if it could not be started
    std::string out = {};       ///< what it printed, if captured
};

/// After this call, Ctrl-C, SIGTERM and SIGHUP make these functions throw Interrupted, once the program they started has ended.
void catch_interrupts();

/// Throws Interrupted if a signal has arrived.
void check_interrupt();

/// Sleeps for at most this long.
void pause_ms(int milliseconds);

/// Runs it to its end; its output goes where this program's does.
int run(const Command& command);

/// Runs it to its end and takes what it prints: standard output, and standard error with it if `errors`. `seen` gets each piece
/// when it arrives.
Ended capture(const Command& command, bool errors = true, const std::function<void(std::string_view)>& seen = {});

/// Is there a program of this name in PATH?
bool in_path(const std::string& name);

}  // namespace halo::student
