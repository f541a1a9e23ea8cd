#pragma once
// The parts of the class page. Each fills in what its part of class_page.mustache shows; the template escapes.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <kainjow/mustache.hpp>

#include "gradebook/table.hpp"

namespace halo::grader::report {

/// Where a student's page is, seen from the class page.
class Links {
public:
    explicit Links(const gradebook::Table& table);
    std::string to(std::size_t row) const;
    /// To a function.
    std::string to(std::size_t row, const gradebook::LabCells& lab, const gradebook::Cell& cell) const;
    /// The one with the lab's worst verdict.
    std::string to(std::size_t row, const gradebook::LabCells& lab) const;

private:
    std::vector<std::string> names_;
};

/// As the roster says, else the folder's name.
const std::string& shown_name(const gradebook::Row& row);
/// `07 · 2-D convolution`; labs that no manifest numbers keep their name.
std::string shown_lab(const record::RunLab& lab);
std::string plural(std::size_t count, const char* one, const char* many);
/// `2026-03-02 09:30:00 UTC` of `2026-03-02T09:30:00Z`; anything else stays as it is.
std::string shown_time(const std::string& utc);
/// `7.5`, and `–` where the grader failed.
std::string points_text(const std::optional<double>& points);
/// The time says nothing with two digits.
bool undecided(const record::Timing& timing);

/// An empty list of the template.
inline kainjow::mustache::data empty_list() { return kainjow::mustache::data(kainjow::mustache::data::type::list); }

/// The values at 0, 1/4, 1/2, 3/4 and 1 of a list that is not empty, between neighbours in proportion.
std::vector<double> quartiles(std::vector<double> values);

void add_attention(kainjow::mustache::data& page, const gradebook::Table& table, const Links& links);
void add_students(kainjow::mustache::data& page, const gradebook::Table& table, const Links& links);
void add_points(kainjow::mustache::data& page, const gradebook::Table& table);
void add_tests(kainjow::mustache::data& page, const gradebook::Table& table);
void add_mistakes(kainjow::mustache::data& page, const gradebook::Table& table, const Links& links);
void add_reuse(kainjow::mustache::data& page, const gradebook::Table& table);
void add_speeds(kainjow::mustache::data& page, const gradebook::Table& table);

}  // namespace halo::grader::report
