#pragma once
// A lab's lab.toml: its title, and the hints of its findings.

#include <filesystem>
#include <string>
#include <vector>

#include "findings/hint_book.hpp"
#include "student/result.hpp"

namespace halo::student {

/// The lab's place on the path, `order` in its lab.toml; 0 if it has none. Reads only what is above the hints: they take longer to
/// parse than `make next` should take for all labs.
int order_in(const std::filesystem::path& lab_toml);

/// The name that git gives to the lab's file as it was handed out, from the same lines; empty if it has none.
std::string skeleton_in(const std::filesystem::path& lab_toml);

/// The hints of a lab, for the last run's finding.
class Book : public HintBook {
public:
    using HintBook::HintBook;
    Book() = default;

    /// Throws Fault for hints that can't be read.
    static Book read(const std::filesystem::path& lab_toml);

    const std::vector<std::string>* find(const Result& result) const;
};

}  // namespace halo::student
