#pragma once
// One student's page: what the student gets, and the same with what only instructors may see.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gradebook/for_student.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::report {

/// What a page needs besides the table. Each may be empty: then its part of the page is left out.
struct Sources {
    /// The file with this sha256, as it was handed in; nothing if it was not kept.
    std::function<std::optional<std::string>(const std::string& content)> bytes_of = {};
    /// The levels of hints on this, least revealing first.
    std::function<std::vector<std::string>(const std::string& lab, const Judgement& judgement)> hints = {};
};

/// Students may hand in again: the place and nearly the answer are not for the page.
inline constexpr std::size_t kHintLevels = 2;

/// HTML without script that fetches nothing. `row` is one of the table's. Every byte from a student is escaped.
std::string student_page(const gradebook::Table& table, const gradebook::Row& row, const Sources& sources, gradebook::Audience audience);

/// The id of a function on its student's page: `07_conv2d_tiled-conv2d_tiled`.
std::string anchor(std::string_view lab, std::string_view function);

}  // namespace halo::grader::report
