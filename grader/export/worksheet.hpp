#pragma once
// A CSV file that an instructor downloaded. It knows which bytes are which cell, so that some cells can be filled and every other byte stays.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::exports {

class Worksheet {
public:
    struct Cell {
        std::size_t begin = 0, end = 0;   ///< its bytes in the file, quotes included
        std::string text;                 ///< what it says
        bool quoted = false;
        bool torn = false;                ///< something follows its closing quote, or it has one and is not quoted
    };
    struct Row {
        std::size_t line = 1;             ///< where it begins, from 1
        std::vector<Cell> cells;          ///< as many as the header has
    };

    /// UTF-8, with a BOM or without; rows end in LF or CRLF; commas, semicolons or tabs, whichever makes more cells of the first row; quotes as in RFC 4180.
    /// `lms` is what it should have come from, for messages. Throws UsageError, with the line, for anything else: a web page, a spreadsheet, an open quote, a row that is longer or shorter.
    Worksheet(std::string bytes, std::string name, std::string lms);

    const std::string& name() const { return name_; }
    const std::vector<Cell>& header() const { return rows_.front().cells; }
    const std::vector<Row>& rows() const { return rows_; }   ///< the header is the first; empty lines are none
    const std::string& text(std::size_t row, std::size_t column) const { return rows_[row].cells[column].text; }
    /// The header, for messages: `Student, ID, Lab 07 (12345)`.
    std::string columns() const;

    /// Do numbers in this column and the rows below `first_row` have a decimal comma?
    bool decimal_comma(std::size_t column, std::size_t first_row = 1) const;

    void fill(std::size_t row, std::size_t column, std::string_view text);
    /// The file with what was filled in.
    std::string bytes() const;

private:
    std::vector<Cell> scan_row(std::size_t& at, std::size_t& line, char separator) const;

    std::string bytes_, name_, lms_;
    char separator_ = ',';
    std::vector<Row> rows_;
    std::map<std::size_t, std::pair<const Cell*, std::string>> filled_;   ///< by where the cell begins
};

/// A number as people type it, with a decimal point or comma; NaN if it is none.
double number_in(std::string_view text);

}  // namespace halo::grader::exports
