#pragma once

#include <filesystem>
#include <vector>

#include <nlohmann/json.hpp>

#include "course/manifest.hpp"
#include "gradebook/publish.hpp"

namespace halo::grader::cli {

/// Writes the reports to `folder`, with the hints of these labs, and records them as a revision: see publish().
Published publish_reports(Ledger& ledger, const report::Table& table, Occasion occasion, const std::filesystem::path& folder, const std::vector<LabBuild>& labs);

/// The part about the reports in a command's --json.
nlohmann::ordered_json to_json(const Published& published);

}  // namespace halo::grader::cli
