#pragma once
// A lab's lab.toml: its title, and the hints of its findings.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "student/result.hpp"

namespace halo::student {

/// The lab's place on the path, `order` in its lab.toml; 0 if it has none. Reads only what is above the hints: they take longer to
/// parse than `make next` should take for all labs.
int order_in(const std::filesystem::path& lab_toml);

/// The hints in a lab.toml, for any function or for one function, and those in hints.toml beside the labs' folders, for
/// mistakes that are the same in every lab. A level `@name` stands for the text of that name in the [shared] table.
class Book {
public:
    /// Throws Fault on a file that is missing or not TOML, or a hint that is not kLevels texts. hints.toml is optional.
    static Book read(const std::filesystem::path& lab_toml);

    /// The texts for a finding, least revealing first: for the key in this function, the key in any function, the key in any
    /// lab, then the same for the verdict. nullptr if there are none.
    const std::vector<std::string>* find(const Result& result) const;

    std::string title;      ///< of the lab

private:
    void add(const std::filesystem::path& file);   ///< earlier texts take precedence

    std::map<std::string, std::vector<std::string>> texts_;   ///< by `key` or `function.key`
    std::map<std::string, std::string> shared_;               ///< by name
};

}  // namespace halo::student
