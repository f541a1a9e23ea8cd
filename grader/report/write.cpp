#include "files.hpp"
#include "report/class_page.hpp"
#include "report/reports.hpp"

namespace halo::grader::report {

void write_all(const Table& table, const std::filesystem::path& folder)
{
    // Make all first, then write: if making one fails, the old reports still belong together.
    const std::pair<const char*, std::string> files[] = {
        {"results.csv", results_csv(table)},
        {"gradebook.csv", gradebook_csv(table)},
        {"predictions.csv", predictions_csv(table)},
        {"results.json", results_json(table)},
        {"index.html", class_page(table)},
    };
    for (const auto& [file, content] : files) replace_file(folder / file, content);
}

}  // namespace halo::grader::report
