#pragma once
// Grades in the forms that other programs read. A format is a function from the reports' table to files; it computes no points.

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "course/course.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::exports {

struct Request {
    const gradebook::Table& table;
    const course::Course& course;
    std::string fill = {};          ///< the bytes of the file to fill, as downloaded from an LMS; empty: none was given
    std::string fill_name = {};     ///< that file's name, for messages
    std::string column = {};        ///< which of its columns, by its title; empty: find it
    std::string lab = {};           ///< grades of this lab alone; empty: of all
    bool scale = false;             ///< convert points to the maximum of the column
};

/// Relative path → content. A single file has an empty path: users name it.
using Files = std::map<std::filesystem::path, std::string>;

struct Format {
    const char* name;               ///< `canvas`
    const char* what;               ///< one line of `grader export --help`
    bool fills;                     ///< needs a downloaded file
    /// Throws UsageError, with its line, for a file that cannot be filled. Notes for the user, one a line, are appended to `notes`.
    Files (*make)(const Request& request, std::string& notes);
};

/// All formats, in the order of the help.
std::span<const Format> formats();
/// nullptr: there is none of this name.
const Format* format_named(std::string_view name);

Files csv(const Request& request, std::string& notes);
Files json(const Request& request, std::string& notes);
Files junit(const Request& request, std::string& notes);
Files canvas(const Request& request, std::string& notes);
Files moodle(const Request& request, std::string& notes);
Files moodle_grades(const Request& request, std::string& notes);
Files nbgrader(const Request& request, std::string& notes);
Files otter(const Request& request, std::string& notes);
Files gradescope(const Request& request, std::string& notes);
Files classroom50(const Request& request, std::string& notes);
Files autolab(const Request& request, std::string& notes);
Files prairielearn(const Request& request, std::string& notes);
Files github(const Request& request, std::string& notes);

}  // namespace halo::grader::exports
