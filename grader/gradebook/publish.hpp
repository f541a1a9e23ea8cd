#pragma once
// Writes the reports and records them as a revision: both, or neither.

#include <filesystem>
#include <functional>

#include "gradebook/changes.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::gradebook {

/// What the table says, ready to be compared and recorded.
record::Revision revision_of(const Table& table, record::Occasion occasion);

/// The sums of the course file, and of `overrides`; if that is empty, of overrides.toml beside it if there is one.
record::Occasion occasion_of(std::string command, const std::filesystem::path& course, const std::filesystem::path& overrides);

struct Published {
    std::optional<std::int64_t> before;     ///< the revision that the reports showed; none: these are the first
    std::int64_t now = 0;                   ///< the same one if nothing changed
    Changes changes = {};
    bool recorded() const { return !before || now != *before; }
};

/// Writes all reports of a table beside the old ones, calls `before_renaming`, and renames. Throws GraderFault.
using WriteReports = std::function<void(const Table& table, const std::function<void()>& before_renaming)>;

/// Compares with the latest revision, and records what `write` wrote before it is renamed: a failure before that leaves reports and ledger as they were.
/// Throws GraderFault.
Published publish(record::Ledger& ledger, const Table& table, record::Occasion occasion, const WriteReports& write);

/// `revision 3 of the grades: 4 changes since revision 2`.
std::string to_text(const Published& published, const std::filesystem::path& folder);

}  // namespace halo::grader::gradebook
