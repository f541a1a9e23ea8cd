#pragma once
// Who works with whom: groups.csv, or the list of groups that Canvas exports.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "arrival/roster.hpp"

namespace halo::grader::arrival {

/// The group of each person of the roster who is in one. Columns, in any order: group, or group_name; and who is in it, by student, id, login, mail, name or Canvas's number.
/// Throws UsageError, with its line, for a table without these, for somebody whom the roster doesn't know or knows twice, and for a person in two groups.
std::map<std::size_t, std::string> read_groups(const std::filesystem::path& file, const Roster& roster);

}  // namespace halo::grader::arrival
