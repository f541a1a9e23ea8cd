#pragma once

#include <filesystem>
#include <vector>

#include <nlohmann/json.hpp>

#include "course/manifest.hpp"
#include "gradebook/publish.hpp"

namespace halo::grader::cli {

/// Writes the reports to `folder`, with the hints of these labs, and records them as a revision: see publish().
gradebook::Published publish_reports(record::Ledger& ledger, const gradebook::Table& table, record::Occasion occasion, const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs);

/// The part about the reports in a command's --json.
nlohmann::ordered_json to_json(const gradebook::Published& published);

}  // namespace halo::grader::cli
