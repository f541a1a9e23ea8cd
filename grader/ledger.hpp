#pragma once
// A course's record: every verdict ever given, and what was handed in for each run. Rows are added, never changed;
// if the grader is killed, at most the judgings in progress are lost.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "intake.hpp"
#include "findings/judgement.hpp"
#include "speed/timing.hpp"

namespace halo::grader {

/// What a verdict is valid for. Two submissions with the same key have the same verdict.
struct Key {
    std::string content;   ///< sha256 of the submitted file
    std::string lab;
    std::string function;
    std::string harness;   ///< sha256 of the judge, the run library, the engine, the compiler driver, the headers
    std::string settings;  ///< limits, rounds, sandbox
    friend bool operator==(const Key&, const Key&) = default;
};

/// What a time is valid for.
struct TimingKey {
    std::string content, lab, function;
    std::string timer;     ///< sha256 of the timer, what a submission is linked with, nvcc's version and target
    std::string card;      ///< its name
    friend bool operator==(const TimingKey&, const TimingKey&) = default;
};

/// A lab as it was in a run.
struct RunLab {
    std::string lab, title, harness;
    std::vector<std::string> functions;
};

/// The card that a run asked for.
struct RunCard {
    std::string name;      ///< empty: there was none
    std::string note;      ///< which one of several
    Message why;           ///< there was none
};

/// Everything that a report needs to know about a run besides the verdicts.
struct Run {
    std::int64_t id = 0;
    std::string started;       ///< UTC, 2026-02-28T12:00:00Z
    std::string submissions;   ///< name of the folder
    std::string settings;
    bool sandboxed = true;
    std::vector<std::string> students;
    std::map<std::string, Person> people;       ///< by student, of those about whom something is known
    std::vector<RunLab> labs;
    std::vector<Submission> submissions_list;  ///< without the bytes
    std::optional<RunCard> card;                ///< nothing: the run asked for none
};

/// Safe to use from several threads.
class Ledger {
public:
    /// Opens or creates `folder`/ledger.sqlite and keeps other graders out until destroyed. `seed` is used for a new
    /// ledger; without it the seed is random. Throws UsageError if another grader holds it, GraderFault if it is not a ledger.
    explicit Ledger(const std::filesystem::path& folder, std::optional<std::uint64_t> seed = {});
    ~Ledger();

    /// Secret. The inputs of a judging are derived from it and a key.
    const std::string& secret() const { return secret_; }

    /// Records who handed in what and when, with the bytes, and which labs are graded. Fills in `id` and `started`.
    void begin(Run& run);
    /// The latest run.
    std::optional<Run> latest_run();

    /// What a submission's file held; nothing if this ledger never saw it.
    std::optional<std::string> bytes_of(const std::string& content);

    /// The verdict of the latest judging. A grader_fault is not a verdict: it is tried again.
    std::optional<Judgement> verdict(const Key& key);
    /// The grader's own fault while judging `key` in this run, if there was one and no verdict.
    std::optional<Judgement> fault(const Key& key, std::int64_t run);

    /// Begins a judging; returns its number, for finish().
    std::int64_t start(const Key& key, std::int64_t run);
    /// Writes the verdict and the end of the judging together, or neither.
    void finish(std::int64_t judging, const Key& key, const Judgement& judgement);

    /// Of a run that asked for a card.
    void record_card(std::int64_t run, const RunCard& card);
    /// Adds a row. One that does not stand (see Pace) only explains its run.
    void add_timing(const TimingKey& key, std::int64_t run, const Timing& timing);
    /// The keys of all times of a function that stand.
    std::vector<TimingKey> times_of(const std::string& content, const std::string& lab, const std::string& function);
    /// For a report: the latest that stands, on this card if there is one, whatever timer took it; else what this run says of the machine.
    std::optional<Timing> reported_timing(const Key& key, const Run& run);

private:
    struct Database;
    std::optional<RunCard> card_of(std::int64_t run);
    void keep(const Submission& submission);
    void make_tables(std::optional<std::uint64_t> seed);
    std::string schema();

    std::mutex mutex_;
    int lock_ = -1;
    std::unique_ptr<Database> db_;
    std::string secret_;
};

/// `folder`, if it holds a ledger. Throws UsageError otherwise: only `grader run` makes one.
std::filesystem::path existing_ledger(const std::filesystem::path& folder);

}  // namespace halo::grader
