#pragma once

#include <optional>
#include <string>

#include "findings/fd.hpp"
#include "findings/verdict.hpp"

/// Small files and descriptors; internal to the sandbox.
namespace halo::grader::sandbox {

/// Whole content of a small file; also of those in /proc, which have no size. nullopt if it can't be read.
std::optional<std::string> read_text(const std::string& path);

/// Writes into a file that exists, in one call, as control files want it.
bool write_text(const std::string& path, const std::string& content);

struct Pipe {
    Fd read, write;
    /// Both ends close on exec. False if there are no descriptors left.
    bool make();
};

}  // namespace halo::grader::sandbox
