#pragma once
// A lab's lab.toml: its title, and the hints of its findings.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "student/result.hpp"

namespace halo::student {

/// The hints of a lab.toml: for any function, and for one function where that differs. And those of hints.toml beside the
/// labs' folders: for what is the same mistake in every lab. A level `@name` is the text of that name in its [shared] table.
class Book {
public:
    /// Throws Fault on a file that is missing or not TOML, or a hint that is not kLevels texts. There need be no hints.toml.
    static Book read(const std::filesystem::path& lab_toml);

    /// The texts for a finding, least revealing first: for the key in this function, the key in any function, the key in any
    /// lab, then likewise the verdict. nullptr if the lab has nothing to say.
    const std::vector<std::string>* find(const Result& result) const;

    std::string title;      ///< of the lab

private:
    void add(const std::filesystem::path& file);   ///< what is known already stays

    std::map<std::string, std::vector<std::string>> texts_;   ///< by `key` or `function.key`
    std::map<std::string, std::string> shared_;               ///< by name
};

}  // namespace halo::student
