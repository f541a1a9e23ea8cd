#pragma once
// What an import told of a run's people and files, as the ledger keeps it.

#include <nlohmann/json.hpp>

#include "record/run.hpp"

namespace halo::grader::record {

/// Version 7 did not keep what an import could not place.
inline constexpr const char* kUnplaced = R"sql(
-- JSON: of whom the roster knows nothing, who works together, which files count for nobody; no row if there is nothing to tell.
CREATE TABLE IF NOT EXISTS import(run INTEGER PRIMARY KEY REFERENCES run(id), told TEXT NOT NULL);
UPDATE meta SET value = '8' WHERE key = 'schema';
)sql";

/// Empty if there is nothing to tell.
nlohmann::json told_by_import(const Run& run);
void take_told(const nlohmann::json& told, Run& run);

}  // namespace halo::grader::record
