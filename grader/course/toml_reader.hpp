#pragma once
// Reads a TOML file that an instructor wrote, and refuses what its author cannot have meant: with file, line and the nearest name.

#include <initializer_list>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "course/time.hpp"

namespace halo::grader::course {

class TomlReader {
public:
    /// `source` is the file's name for messages.
    explicit TomlReader(std::string_view source) : source_(source) {}

    /// Throws UsageError for what is not TOML, or beyond its bounds.
    toml::table parse(std::string_view text) const;

    [[noreturn]] void refuse(const toml::node& at, const std::string& what, const std::string& advice = "") const;
    /// `unknown key exta in labs.05_tiled_design2`. `of` is empty for the file itself.
    [[noreturn]] void unknown_key(const toml::node& at, std::string_view key, std::string_view of, const std::vector<std::string>& known) const;

    /// `course.toml:12`
    std::string place(const toml::node& at) const;

    // Each refuses a value of another type. Of numbers: neither NaN nor infinity is between two numbers.
    double number(const toml::node& node, std::string_view key, double least, double most) const;
    int whole(const toml::node& node, std::string_view key, int least, int most) const;
    bool yes_or_no(const toml::node& node, std::string_view key) const;
    /// Not empty.
    std::string text(const toml::node& node, std::string_view key) const;
    std::string choice(const toml::node& node, std::string_view key, std::initializer_list<const char*> of) const;
    const toml::table& table(const toml::node& node, std::string_view key) const;
    /// `[[key]]`
    const toml::array& tables(const toml::node& node, std::string_view key) const;
    /// A date and a time, with an offset or in the zone, or a date alone: the end of that day.
    Instant instant(const toml::node& node, std::string_view key, const Zone& zone) const;
    /// A date, as text: `2026-03-04`.
    std::string date(const toml::node& node, std::string_view key) const;

private:
    std::string source_;
};

}  // namespace halo::grader::course
