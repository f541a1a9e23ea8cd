#pragma once
// The parts of a student's page, as values for its template. A part sets all of its names: a name that is not set would be looked up in what surrounds it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <kainjow/mustache.hpp>

#include "report/student_page.hpp"

namespace halo::grader::report::page {

using Data = kainjow::mustache::data;

inline Data list() { return Data(Data::type::list); }
/// Bytes that are not the grader's: without control characters, in lines. The template escapes them; false if there are none.
Data shown(std::string_view text);
/// Each as {{sentence}}.
Data sentences_of(const std::vector<std::string>& texts);
/// The same as HTML, with the text between two backticks as code. Escaped here: the template takes it as it is, in three braces.
Data with_code(std::string_view text);
/// {{headline}}, {{{where}}}, {{what}}, {{{advice}}}
Data message(const Message& m);

std::string grouped(std::uint64_t value);                       ///< `1,234,567`
std::string number_grouped(double value);                       ///< the same, or two decimals
std::string points_text(const std::optional<double>& points);   ///< `–` if they are not known
std::string utc(const std::string& time);                       ///< `2026-03-01 22:59 UTC` of 2026-03-01T22:59:59Z

/// What is shown of one function, and for whom.
struct ShownCell {
    const gradebook::Table& table;
    const gradebook::LabCells& lab;
    const gradebook::Cell& cell;
    Judgement judgement;            ///< as this audience may see it
    const Sources& sources;
    gradebook::Audience audience;
};

/// {{words}}, {{name}}, {{shape}}: a verdict differs from others by more than its colour.
void add_verdict(Data& out, Verdict verdict);
void add_cell(Data& out, const ShownCell& shown);           ///< all below, and what was found
void add_source(Data& out, const ShownCell& shown);
void add_picture(Data& out, const ShownCell& shown);
void add_hints(Data& out, const ShownCell& shown);
void add_counters(Data& out, const Judgement& judgement);
void add_speed(Data& out, const ShownCell& shown);
void add_predictions(Data& out, const gradebook::LabCells& lab, const gradebook::Cell& cell);
void add_judging(Data& out, const ShownCell& shown);        ///< for instructors

void add_points(Data& out, const gradebook::Table& table, const gradebook::Row& row, const gradebook::LabCells& lab);    ///< of a lab
void add_summary(Data& out, const gradebook::Table& table, const gradebook::Row& row);

}  // namespace halo::grader::report::page
