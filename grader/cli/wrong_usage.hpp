#pragma once
// What was wrong with a command line, in three lines. CLI11 knows what is wrong; the words are ours.

#include <span>
#include <string>
#include <vector>

#include "machine/errors.hpp"

namespace CLI {
class App;
class ParseError;
}

namespace halo::grader::cli {

/// `command` is the one that was called.
UsageError wrong_usage(const CLI::ParseError& error, const CLI::App& command, std::span<const std::string> arguments);

/// Of a first argument that is not a command.
UsageError no_such_command(const std::string& name, const std::vector<std::string>& commands);

}  // namespace halo::grader::cli
