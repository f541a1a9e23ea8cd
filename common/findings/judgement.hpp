#pragma once
// The judgement of one function of one submission: written by a judge, read by the grader, kept in its ledger.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "findings/bound.hpp"
#include "findings/counters.hpp"
#include "findings/mistake.hpp"
#include "findings/verdict.hpp"
#include "findings/wrong_output.hpp"

namespace halo {

/// One test of the lab, or one that the course adds to them.
struct JudgedCase {
    std::string name;
    Verdict verdict = Verdict::passed;
    Message message;                             ///< empty when passed
    bool ran = true;                             ///< false: none of its calls began, since the run had ended
    std::string about = {};                      ///< the test that the message is about, if it is another one: where the run ended
    std::uint64_t leaked_bytes = 0;
    bool hidden = false;                         ///< students see no more of it than its verdict: for_student.hpp. Said by the course, not by the judge
};

/// One cause that a watcher found.
struct JudgedCause {
    /// A test in which it occurred, and how often.
    struct In {
        std::string test;
        std::uint64_t count = 0;
    };
    std::string kind;
    Message message;
    std::uint64_t count = 1;
    std::vector<In> in = {};                     ///< the message is about the first of them
};

/// What was counted at the size that the lab's page names, where the measured case itself has another.
struct StatedCounts {
    Counters counters;
    std::optional<double> reuse_ratio;
};

/// The verdict on a function, and everything that supports it.
struct Judgement {
    std::string function;
    Verdict verdict = Verdict::grader_fault;
    Message message;
    std::optional<Key> key;                      ///< finds the hints in lab.toml; nothing when passed
    std::optional<Counters> counters;            ///< of the last call of the measured case; nothing from a card
    std::optional<double> reuse_ratio;           ///< measured
    std::optional<double> expected_reuse_ratio;  ///< exact, edges included
    std::optional<double> interior_reuse_ratio;  ///< closed form for tiles away from the edges
    std::optional<StatedCounts> stated;          ///< for a student's predictions, which are about that size; nothing unless it passed
    std::optional<double> speedup;               ///< only ever from a real card
    std::vector<CardBound> bounds;               ///< on a pass: what the counts of a larger call say about cards; empty if none was made
    std::uint64_t leaked_bytes = 0;
    std::vector<JudgedCase> cases;
    std::vector<JudgedCause> findings;
    std::optional<WrongOutput> wrong_output;     ///< of the call that the message is about, if its values are wrong
    std::vector<Message> remarks;                ///< on a pass: what a card would pay for, and costs no point
    std::string printed;                         ///< what the student's program or the compiler wrote; shown, never believed
    std::string about = {};                      ///< the test that the message is about; empty: all of them, or none
    std::string proved_counts = {};              ///< of one call, what the judge of another process compares; not kept
    bool hides = false;                          ///< hidden tests may have run, whether or not the cases name them. Said by the course
};

/// The headline of a pass: `conv2d_tiled: right in all 7 cases; reuse_ratio 16.08, expected 16.08`.
std::string pass_headline(const Judgement& judgement);

/// A judgement that consists of a verdict and its message only.
Judgement bare_judgement(std::string function, Verdict verdict, Message message);

/// The key's name; empty when there is none.
inline std::string_view key_of(const Judgement& judgement) { return judgement.key ? name(*judgement.key) : ""; }

nlohmann::ordered_json to_json(const Judgement& judgement);

/// The same as indented text: valid UTF-8, whatever bytes the strings hold.
std::string json_text(const Judgement& judgement);

/// A field is missing or has the wrong type, or a verdict or key is unknown.
struct UnreadableJudgement : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws UnreadableJudgement.
Judgement judgement_from_json(std::string_view text);

}  // namespace halo
