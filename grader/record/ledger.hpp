#pragma once
// A course's record: every verdict ever given, and what was handed in for each run. Rows are added, never changed;
// if the grader is killed, at most the judgings in progress are lost.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "findings/judgement.hpp"
#include "record/keys.hpp"
#include "record/revision.hpp"
#include "record/run.hpp"
#include "record/timing.hpp"

namespace halo::grader::record {

/// Are verdicts to count, or only to be looked at? Those of a trial are kept aside until take_up().
enum class Judging { for_good, on_trial };

/// Safe to use from several threads.
class Ledger {
public:
    /// For reading alone, beside a grader that writes: all answers are of one moment. Throws as below.
    struct ReadOnly {};
    Ledger(const std::filesystem::path& folder, ReadOnly);

    /// Opens or creates `folder`/ledger.sqlite and keeps other graders out until destroyed. `seed` is used for a new
    /// ledger; without it the seed is random. Throws UsageError if another grader holds it, GraderFault if it is not a ledger.
    explicit Ledger(const std::filesystem::path& folder, std::optional<std::uint64_t> seed = {});
    ~Ledger();

    /// Secret. The inputs of a judging are derived from it and a key.
    const std::string& secret() const { return secret_; }

    /// A setting of the commands that write reports: the course file. Empty: none was remembered.
    std::string remembered(const std::string& name);
    void remember(const std::string& name, const std::string& value);

    /// Records who handed in what and when, with the bytes, and which labs are graded. Fills in `id` and `started`.
    void begin(Run& run);
    /// The latest run.
    std::optional<Run> latest_run();
    std::optional<Run> run(std::int64_t id);

    /// What a submission's file held; nothing if this ledger never saw it.
    std::optional<std::string> bytes_of(const std::string& content);

    /// The verdict of the latest judging that counts. Neither a grader_fault nor a row that can't be read is a verdict: it is tried again.
    /// `trials`: those of a trial count, too.
    std::optional<Judgement> verdict(const JudgingKey& key, Judging trials = Judging::for_good);
    /// The verdict of a trial, if that is all there is, counts from now on. True if there was one.
    bool take_up(const JudgingKey& key);
    /// The judging that counts for `key`: that of verdict(), else the last that ended in this run by the grader's own fault.
    Standing standing(const JudgingKey& key, std::int64_t run, Judging trials = Judging::for_good);
    /// What came of it. A row that can't be read is a grader_fault that says so.
    Judgement judgement(const Standing& standing, const std::string& lab, const std::string& function);
    /// When it ended, UTC; empty if it didn't.
    std::string judged_at(std::int64_t judging);

    /// Begins a judging; returns its number, for finish().
    std::int64_t start(const JudgingKey& key, std::int64_t run);
    /// Writes the verdict and the end of the judging together, or neither.
    void finish(std::int64_t judging, const JudgingKey& key, const Judgement& judgement, Judging what_for = Judging::for_good);

    /// Records what the reports say; returns its number.
    std::int64_t add_revision(const Revision& revision);
    /// The latest revision is true of this run, too.
    void confirm_revision(std::int64_t number, std::int64_t run);
    /// All of them without what they hold, oldest first.
    std::vector<Revision> revisions();
    std::optional<Revision> revision(std::int64_t number);
    std::optional<Revision> latest_revision();

    /// Of a run that asked for a card.
    void record_card(std::int64_t run, const RunCard& card);
    /// Adds a row. One that does not stand (see Pace) only explains its run.
    void add_timing(const TimingKey& key, std::int64_t run, const Timing& timing);
    /// The keys of all times of a function that stand.
    std::vector<TimingKey> times_of(const std::string& content, const std::string& lab, const std::string& function);
    /// For a report: the latest that stands, on this card if there is one, whatever timer took it; else what this run says of the machine.
    std::optional<Timing> reported_timing(const JudgingKey& key, const Run& run);

private:
    struct Database;
    void open_to_read(const std::filesystem::path& path);
    /// Opens it to read. False: another grader was killed while it made or changed the tables, or they are an earlier version's.
    bool is_current(const std::filesystem::path& path);
    bool has_tables();
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

}  // namespace halo::grader::record
