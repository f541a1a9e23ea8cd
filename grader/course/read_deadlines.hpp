#pragma once
// What course.toml and overrides.toml say about time.

#include <string>
#include <vector>

#include "course/deadlines.hpp"
#include "course/toml_reader.hpp"

namespace halo::grader::course {

// All throw UsageError, with file and line.

/// `timezone = "Europe/Berlin"`
Zone read_zone(const TomlReader& reader, const toml::node& node);
/// `[late]`
LatePolicy read_late(const TomlReader& reader, const toml::node& node);
/// `due_in = { A = 2026-03-01T23:59:00 }`
std::map<std::string, Instant> read_sections(const TomlReader& reader, const toml::node& node, const Zone& zone);
/// `[[extensions]]`
std::vector<Extension> read_extensions(const TomlReader& reader, const toml::node& node, const Zone& zone);

}  // namespace halo::grader::course
