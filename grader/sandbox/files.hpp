#pragma once

#include <optional>
#include <string>

#include "findings/fd.hpp"
#include "findings/verdict.hpp"

/// Small files and descriptors; internal to the sandbox.
namespace halo::grader::sandbox {

/// Whole content of a small file; works for files in /proc too, which have no size. nullopt if it can't be read.
std::optional<std::string> read_text(const std::string& path);

/// Writes to an existing file in one call, as control files require.
bool write_text(const std::string& path, const std::string& content);

struct Pipe {
    Fd read, write;
    /// Both ends close on exec. False if there are no descriptors left.
    bool make();
};

}  // namespace halo::grader::sandbox
