#pragma once
// A list of git repositories, `name,url` or `name,path`, with an id, a mail or a commit where one is needed.

#include <filesystem>

#include "arrival/import/limits.hpp"
#include "arrival/import/listing.hpp"
#include "arrival/import/store.hpp"

namespace halo::grader::arrival {

/// A .csv file: no LMS exports one with files in it.
bool is_repository_list(const std::filesystem::path& file);

/// Clones each without a working tree and reads one commit, HEAD if the list names none; nothing in a repository is executed. A repository
/// that can't be read is a row that says so. Throws UsageError for a list without the two columns.
Listing read_repositories(const std::filesystem::path& list, const Limits& limits, Store& store);

}  // namespace halo::grader::arrival
