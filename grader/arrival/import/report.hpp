#pragma once
// What was imported: on the terminal, and every file with its reason as JSON or CSV. All of one table.

#include <string>

#include "arrival/import/import.hpp"

namespace halo::grader::arrival {

/// A line for each chosen file and each that could have been meant, each refusal with its three lines, everybody without a file, and the sums.
std::string report_text(const Imported& all);
std::string report_json(const Imported& all);
/// A row for each row of the table, and one for each person without files.
std::string report_csv(const Imported& all);

}  // namespace halo::grader::arrival
