#pragma once
// What the last run of a lab found, and how far its hints were read. Plain data; state_json.cpp writes it.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/mistake.hpp"
#include "findings/verdict.hpp"

namespace halo::student {

/// How much a hint gives away, least first: nudge, concept, place, almost the answer.
inline constexpr int kLevels = 4;

/// What identifies a finding across edits: an edit elsewhere moves its line, and an unsuccessful fix changes the line's text.
struct About {
    std::string what = {};      ///< its message, or the failing test; without numbers
    int line = 0;               ///< in the student's file; 0: unknown
    std::string source = {};    ///< the text of that line

    /// Is it still the same mistake?
    bool same_as(const About& other) const;
};

/// What the last run found. Verdict and key are names, so that what another version wrote is kept.
struct Result {
    std::string lab = {};           ///< `07_conv2d_tiled`
    std::string function = {};      ///< `conv2d_tiled`
    std::string verdict = {};       ///< `passed`, `race`, …
    std::string key = {};           ///< the finding, as precisely as it is known: `off_by_one`; empty only for `passed`
    About about = {};
    int passing = 0, tests = 0;     ///< of the lab's tests; 0 of 0 if it does not compile
    std::string message = {};       ///< all three lines; empty if it passed
    std::vector<std::string> passed_functions = {};     ///< of which every test passed, without a leak
    std::string source = {};        ///< fingerprint() of the student's file as it was built

    bool is(Verdict other) const { return verdict == name(other); }
    bool is(halo::Key other) const { return key == name(other); }
    bool passed() const { return is(Verdict::passed); }
    bool leaks() const { return passed() && is(halo::Key::leak); }  ///< a finding despite the verdict `passed`
    std::string hint_key() const { return function + "." + key; }
};

/// What a text is recognised by: the same text has the same, another one almost certainly another.
std::string fingerprint(std::string_view text);

/// The hint level reached for each mistake, and the highest for each key.
class Levels {
public:
    /// Advances by one level, up to kLevels, and returns it. Another mistake with the same key begins at 1.
    int advance(const Result& result);

    /// The level reached for this mistake; 0: none was read.
    int of(const Result& result) const;

    /// The highest ever, over all mistakes.
    int highest() const;

    /// Every mistake begins at 1 again. highest() is kept.
    void start_over();

    /// The mistakes of this function, or those in this file that kept it from compiling, are gone: they begin at 1 again.
    void forget(const std::string& function);

    struct Mistake {
        About about;
        int level = 0;
    };
    struct Key {
        int highest = 0;
        std::vector<Mistake> mistakes = {};
    };
    std::map<std::string, Key> keys = {};       ///< by `function.key`
};

}  // namespace halo::student
