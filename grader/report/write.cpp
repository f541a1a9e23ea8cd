#include <algorithm>
#include <fstream>

#include "machine/file_set.hpp"
#include "report/class_page.hpp"
#include "report/page_name.hpp"
#include "report/reports.hpp"

namespace halo::grader::report {
namespace {

constexpr const char* kFeedback = "feedback";       ///< a page per student, ready to send
constexpr const char* kStudents = "students";       ///< the same for instructors
constexpr const char* kOurPages = ".pages";         ///< in both: the names of the pages that we wrote there

/// The list could have been edited.
bool is_file_name(const std::string& name) { return !name.empty() && name.front() != '.' && name.find('/') == std::string::npos; }

/// Pages of students who are no longer in the table. Files that we did not write stay.
void remove_outdated(FileSet& files, const std::filesystem::path& folder, const std::vector<std::string>& names)
{
    std::ifstream before(folder / kOurPages);
    for (std::string name; std::getline(before, name);)
        if (is_file_name(name) && std::ranges::find(names, name) == names.end()) files.remove(folder / (name + ".html"));
}

void add_pages(FileSet& files, const gradebook::Table& table, const Sources& sources, const std::filesystem::path& folder, gradebook::Audience audience)
{
    const std::vector<std::string> names = page_names(table);
    std::string list;
    // One page in memory at a time: a course of 500 has 100 MB of them.
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        files.add(folder / (names[r] + ".html"), student_page(table, table.rows[r], sources, audience));
        list += names[r] + '\n';
    }
    files.add(folder / kOurPages, list);
    remove_outdated(files, folder, names);
}

}  // namespace

void write_all(const gradebook::Table& table, const std::filesystem::path& folder, const Sources& sources, const std::function<void()>& before_renaming)
{
    // All are renamed at the end: if making one fails, the old reports still belong together.
    FileSet files;
    add_pages(files, table, sources, folder / kFeedback, gradebook::Audience::student);
    add_pages(files, table, sources, folder / kStudents, gradebook::Audience::instructor);
    files.add(folder / "results.csv", results_csv(table));
    files.add(folder / "gradebook.csv", gradebook_csv(table));
    files.add(folder / "predictions.csv", predictions_csv(table));
    files.add(folder / "results.json", results_json(table));
    files.add(folder / "index.html", class_page(table));
    files.commit(before_renaming);
}

}  // namespace halo::grader::report
