#include "files.hpp"
#include "report/reports.hpp"

namespace halo::grader::report {

void write_all(const Table& table, const std::filesystem::path& folder, const std::function<void()>& before_renaming)
{
    // Make all first, then write: if making one fails, the old reports still belong together.
    const NamedFiles files = {
        {"results.csv", results_csv(table)},
        {"gradebook.csv", gradebook_csv(table)},
        {"predictions.csv", predictions_csv(table)},
        {"results.json", results_json(table)},
        {"index.html", html(table)},
    };
    replace_files(folder, files, before_renaming);
}

}  // namespace halo::grader::report
