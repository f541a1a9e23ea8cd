#pragma once
// The hints of a lab's findings, as its lab.toml has them. Compiled by those who read hints, not by every lab: it needs a TOML parser.

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "findings/verdict.hpp"

namespace halo {

/// A file that is missing or not TOML, or a hint that is not complete.
struct UnreadableHints : std::runtime_error {
    explicit UnreadableHints(const Message& what) : std::runtime_error(text(what)), message(what) {}
    Message message;
};

/// The hints in a lab.toml, for any function or for one function, and those in hints.toml beside the labs' folders, for
/// mistakes that are the same in every lab. A level `@name` stands for the text of that name in the [shared] table.
class HintBook {
public:
    /// A nudge, the concept, the place, almost the answer.
    static constexpr int kLevels = 4;

    HintBook() = default;       ///< without hints
    /// Throws UnreadableHints. hints.toml is optional.
    explicit HintBook(const std::filesystem::path& lab_toml);

    /// The texts for a finding, least revealing first: for the key in this function, the key in any function, the key in any
    /// lab, then the same for the verdict. nullptr if there are none.
    const std::vector<std::string>* find(const std::string& function, const std::string& key, const std::string& verdict) const;

    std::string title;      ///< of the lab

private:
    void add(const std::filesystem::path& file);   ///< earlier texts take precedence

    std::map<std::string, std::vector<std::string>> texts_;   ///< by `key` or `function.key`
    std::map<std::string, std::string> shared_;               ///< by name
};

}  // namespace halo
