#pragma once
// The same table for a spreadsheet, a program, a browser and a terminal.

#include <filesystem>
#include <functional>
#include <string>

#include "gradebook/table.hpp"
#include "report/student_page.hpp"

namespace halo::grader::report {

/// A row per student × lab × function:
/// student,lab,function,verdict,points,max_points,reuse_ratio,expected_reuse_ratio,speedup,headline,
/// speedup_low,speedup_high,of_copy,of_copy_low,of_copy_high,ms,card,speed,speed_points
std::string results_csv(const gradebook::Table& table);

/// A row per student, a column per lab, and the total. A cell is empty where the grader itself failed.
std::string gradebook_csv(const gradebook::Table& table);

/// A row per student × lab × question, of labs for which predictions were handed in:
/// student,lab,function,counter,answer,predicted,counted,off_percent,off,points,file
std::string predictions_csv(const gradebook::Table& table);

std::string results_json(const gradebook::Table& table);

/// For stdout; `width` is the terminal's, in columns.
std::string terminal(const gradebook::Table& table, std::size_t width);

/// results.csv, gradebook.csv, predictions.csv, results.json, index.html, and of each student feedback/<name>.html and students/<name>.html, readable by their owner alone:
/// all are written beside the old ones; then `before_renaming` is called, and they take the old ones' places. What fails before that leaves the old ones. Pages of
/// students who are no longer in the table are removed.
void write_all(const gradebook::Table& table, const std::filesystem::path& folder, const Sources& sources = {}, const std::function<void()>& before_renaming = [] {});

}  // namespace halo::grader::report
