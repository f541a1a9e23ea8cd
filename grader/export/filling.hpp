#pragma once
// Grades into a column of a downloaded file: whose row is whose, which column is which lab's, and what is said about it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrival/roster.hpp"
#include "export/format.hpp"
#include "export/worksheet.hpp"

namespace halo::grader::exports {

/// A person in the file.
struct Listed {
    std::size_t row = 0;             ///< of the worksheet
    arrival::Person person = {};
};

/// A student whose row was found.
struct Pair {
    const gradebook::Row* student = nullptr;
    const Listed* listed = nullptr;
};

struct Pairs {
    std::vector<Pair> found;
    std::vector<std::pair<const gradebook::Row*, std::string>> unfound;   ///< and why
    std::vector<const Listed*> ungraded;                               ///< people in the file who are not in the table
};

/// By id, mail and name, as the import does; then by the folder's name. Nobody gets a row that two could mean, and no row goes to two.
Pairs pair_up(const gradebook::Table& table, const std::vector<Listed>& people, const std::string& file);

/// A column that may be filled.
struct Fillable {
    std::size_t column = 0;
    std::string title;               ///< without what the LMS adds
};

/// The column of a lab: called like it, or with its number, and no other one. `07_conv2d_tiled`, `Lab 7`, `07: tiles` are lab 07's.
/// Throws UsageError, which lists the columns, if none or several are.
std::size_t column_of(const record::RunLab& lab, const std::vector<Fillable>& columns, const Worksheet& sheet);
/// The one of this title, with or without what the LMS adds. Throws UsageError, which names the nearest.
std::size_t column_titled(std::string_view title, const std::vector<Fillable>& columns, const Worksheet& sheet);

struct Target {
    std::size_t column = 0;
    std::string lab = {};                       ///< empty: the sum of all
    std::optional<double> possible = {};        ///< the LMS's maximum
    bool decimal_comma = false;
    std::vector<std::string> keep = {};         ///< cells that say this stay, in small letters: `ex`
};

/// Fills the column and appends what became of it to `notes`. Points are rounded to two decimals, which is what LMSs show and compare.
void fill_grades(Worksheet& sheet, const Request& request, const Pairs& pairs, const Target& target, std::string& notes);
/// Who is only in the file, and who only in the table.
void note_strangers(const Pairs& pairs, const Worksheet& sheet, std::string& notes);

}  // namespace halo::grader::exports
