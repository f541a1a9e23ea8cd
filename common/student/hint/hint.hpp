#pragma once
// Hints: which text a student reads next, given what the last run found. No terminal, no arguments here.

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace halo::hint {

/// The caller can mend it: exit code 1. The text is the three lines of a message.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The workbook is at fault: exit code 2.
struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// How much a hint gives away, least first: nudge, concept, place, almost the answer.
inline constexpr int kLevels = 4;
std::string_view level_name(int level);   ///< 1 to kLevels

/// What a finding is about. An edit elsewhere moves its line, and one that does not help changes the line's text.
struct About {
    std::string what;       ///< what is said of it, or which sentence does not hold; without numbers
    int line = 0;           ///< in the student's file; 0: unknown
    std::string source;     ///< the text of that line

    /// Is it the same mistake still?
    bool same_as(const About& other) const;
};

/// What the last test run found, from the file that it leaves behind.
struct Result {
    std::string lab;        ///< `07_conv2d_tiled`
    std::string function;   ///< `conv2d_tiled`
    std::string verdict;    ///< `passed`, `race`, …
    std::string key;        ///< the finding, as precise as it is known: `halo_off_by_one`
    About about{};
};

/// Throws UsageError when there is no file yet, Fault when it cannot be understood.
Result read_result(const std::filesystem::path& file);

/// The hints of a lab.toml: for any function, and for one function where that differs. And those of hints.toml beside the
/// labs' folders: for what is the same mistake in every lab. A level `@name` is the text of that name in its [shared] table.
class Book {
public:
    /// Throws Fault on a file that is missing or not TOML, or a hint that is not kLevels texts. There need be no hints.toml.
    static Book read(const std::filesystem::path& lab_toml);

    /// The texts for a finding, least revealing first: for the key in this function, the key in any function, the key in any
    /// lab, then likewise the verdict. nullptr if the lab has nothing to say.
    const std::vector<std::string>* find(const Result& result) const;

private:
    void add(const std::filesystem::path& file);   ///< what is known already stays

    std::map<std::string, std::vector<std::string>> texts_;   ///< by `key` or `function.key`
    std::map<std::string, std::string> shared_;               ///< by name
};

/// The level reached for each mistake, and the highest for each key. Kept in a file, so that the next call goes on.
class Progress {
public:
    /// A missing or unreadable file counts as no progress: a lost hint level is no reason to stop.
    static Progress read(const std::filesystem::path& file);
    void write(const std::filesystem::path& file) const;   ///< throws Fault

    /// Goes one level on, at most to kLevels, and returns it. Another mistake of the same key begins at 1.
    int advance(const Result& result);

    /// Every mistake begins at 1 again. That hints were read stays known.
    void start_over();

private:
    struct Mistake {
        About about;
        int level = 0;
    };
    struct Key {
        int highest = 0;
        std::vector<Mistake> mistakes;
    };
    std::map<std::string, Key> keys_;   ///< by `function.key`
};

/// What to print. Advances `progress` if a hint is given. `solution`: this copy of the workbook has one for the lab.
std::string next(const Book& book, const Result& result, Progress& progress, bool solution);

}  // namespace halo::hint
