#pragma once
// Reads tables that people export from a spreadsheet or an LMS.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::arrival {

struct CsvTable {
    std::vector<std::string> header;                ///< small letters, blanks around them removed
    std::vector<std::vector<std::string>> rows;     ///< each as long as the header
    std::vector<std::size_t> lines;                 ///< where each row begins, from 1

    /// The column with the first of these names that there is; -1: none.
    int column(const std::vector<std::string_view>& names) const;
};

/// Commas, semicolons or tabs, whichever the first line has most of; quotes as in RFC 4180; UTF-8, UTF-16 or Latin-1. Empty lines are not rows.
/// `source` is its name for messages. Throws UsageError with the line for an open quote or a row that is longer than the header, and for what is beyond the bounds of a table.
CsvTable parse_csv(std::string_view bytes, std::string_view source);

}  // namespace halo::grader::arrival
