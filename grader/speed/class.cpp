#include "speed/class.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "errors.hpp"
#include "intake.hpp"
#include "kit.hpp"
#include "manifest.hpp"
#include "progress.hpp"
#include "speed/card.hpp"
#include "speed/card_compiler.hpp"
#include "speed/credit.hpp"
#include "speed/stopwatch.hpp"

namespace halo::grader {
namespace {

namespace fs = std::filesystem;

/// One file for one lab, and those of its functions that are to be timed.
struct Entry {
    const LabBuild* lab = nullptr;
    std::string student, bytes;
    std::vector<TimingKey> keys;
    fs::path output;                                   ///< the folder of functions.so
    std::optional<Timing> refused = {};                ///< it does not compile
};

bool may_be_timed(Verdict verdict) { return verdict == Verdict::passed || verdict == Verdict::slow_pattern; }

/// Waits a little for a card that is not at rest.
std::optional<Message> unrest_for_long(const System& system, const CardHere& card)
{
    constexpr int kTries = 3;
    std::optional<Message> why;
    for (int i = 0; i < kTries; ++i) {
        if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
        why = unrest(system, card);
        if (!why) break;
    }
    return why;
}

class Timekeeping {
public:
    Timekeeping(const GradeOptions& options, const Course& course, Ledger& ledger, const System& system) : options_(options), course_(course), ledger_(ledger), system_(system) {}

    TimedClass run()
    {
        const auto start = std::chrono::steady_clock::now();
        const auto latest = ledger_.latest_run();
        if (!latest) throw GraderFault({"the ledger holds no run yet", "", "grade first"});
        run_ = *latest;
        manifest_ = read_manifest(options_.manifest);
        labs_ = manifest_.select(options_.labs);
        toolkit_ = toolkit_of(system_, manifest_.nvcc.string());
        const char* const chosen = std::getenv("CUDA_VISIBLE_DEVICES");
        CardSearch search = find_card(system_, chosen == nullptr ? "" : chosen, toolkit_);
        if (const auto why = search.card ? missing_device(system_, *search.card) : std::nullopt) search = {std::nullopt, *why};
        ledger_.record_card(run_.id, search.card ? RunCard{search.card->name, search.card->note, {}} : RunCard{"", "", search.why});
        if (search.card) time_on(*search.card);
        else result_.why = search.why;
        result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result_;
    }

private:
    void time_on(const CardHere& card)
    {
        result_.card = card.name, result_.note = card.note;
        std::vector<Entry> entries = untimed(card);
        if (entries.empty()) return;
        sandbox::StagingDir staging(options_.policy);
        const Kit kit(manifest_, labs_, staging);
        const CardCompiler compiler(manifest_, labs_, kit, staging, options_.policy, card.architecture);
        compile_all(entries, compiler, staging);

        const Stopwatch stopwatch(card, compiler.parts(), options_.policy);
        Progress progress(result_.timed, options_.progress);
        for (const Entry& entry : entries)
            for (const TimingKey& key : entry.keys) {
                const Timing timing = entry.refused ? *entry.refused : beyond_doubt(stopwatch, card, entry, key.function);
                ledger_.add_timing(key, run_.id, timing);
                if (!stands(timing.pace)) ++result_.without, result_.why = timing.message;
                progress.done(fmt::format("{} {} on the card", entry.student, key.lab));
            }
    }

    /// If credit hangs on it, as often as it takes.
    Timing beyond_doubt(const Stopwatch& stopwatch, const CardHere& card, const Entry& entry, const std::string& function) const
    {
        constexpr std::size_t kMost = 9;
        const auto credit = course_.speed(entry.lab->lab, function);
        std::vector<Timing> contests = {time(stopwatch, card, entry, function)};
        Timing mean = contests.front();
        while (credit && in_doubt(*credit, mean) && contests.size() < kMost) {
            contests.push_back(time(stopwatch, card, entry, function));
            if (contests.back().pace != Pace::timed) return contests.back();
            mean = mean_of(contests);
        }
        return mean;
    }

    /// Never two at once: their times would be of both.
    Timing time(const Stopwatch& stopwatch, const CardHere& card, const Entry& entry, const std::string& function) const
    {
        if (const auto why = unrest_for_long(system_, card)) return at_unrest(card, function, *why);
        Timing timing = stopwatch.time(*entry.lab, function, entry.output);
        // A process can also be gone because the card is. Twice in a row is the function's own doing.
        if (timing.pace == Pace::failed && !unrest_for_long(system_, card)) timing = stopwatch.time(*entry.lab, function, entry.output);
        if (const auto why = timing.pace == Pace::no_time ? std::nullopt : unrest_for_long(system_, card)) return at_unrest(card, function, *why);
        if (timing.card.empty()) timing.card = card.name;
        return timing;
    }

    static Timing at_unrest(const CardHere& card, const std::string& function, const Message& why)
    {
        Timing timing;
        timing.pace = Pace::no_time;
        timing.card = card.name;
        timing.message = why;
        timing.message.headline = fmt::format("{}: no time was taken: {}", function, why.headline);
        return timing;
    }

    /// Grouped by content, so that a file handed in twice is timed once.
    std::vector<Entry> untimed(const CardHere& card)
    {
        const Intake intake = take_in(options_.submissions, labs_, options_.intake);
        std::set<std::pair<std::string, std::string>> again, seen;      // (lab, content)
        for (const Submission& s : intake.submissions)
            if (std::ranges::find(options_.rejudge, s.student) != options_.rejudge.end()) again.emplace(s.lab, s.content);
        std::vector<Entry> entries;
        for (const Submission& s : intake.submissions) {
            const auto lab = std::ranges::find(labs_, s.lab, &LabBuild::lab);
            const auto run_lab = std::ranges::find(run_.labs, s.lab, &RunLab::lab);
            if (!s.bytes || lab == labs_.end() || run_lab == run_.labs.end() || !lab->timer || !seen.emplace(s.lab, s.content).second) continue;
            Entry entry{&*lab, s.student, *s.bytes, {}, {}};
            for (const std::string& function : functions_of_timer(*lab)) {
                const auto verdict = ledger_.verdict(key_of(run_, *run_lab, s, function));
                if (!verdict || !may_be_timed(verdict->verdict)) continue;
                TimingKey key{s.content, s.lab, function, hash_of(*lab, card), card.name};
                if (!again.contains({s.lab, s.content}) && ledger_.timing(key)) ++result_.known;
                else entry.keys.push_back(std::move(key));
            }
            result_.timed += entry.keys.size();
            if (!entry.keys.empty()) entries.push_back(std::move(entry));
        }
        return entries;
    }

    const std::vector<std::string>& functions_of_timer(const LabBuild& lab)
    {
        const auto known = functions_.find(lab.lab);
        return known != functions_.end() ? known->second : functions_.emplace(lab.lab, timed_functions(lab)).first->second;
    }

    const std::string& hash_of(const LabBuild& lab, const CardHere& card)
    {
        std::string& hash = hashes_[lab.lab];
        if (hash.empty()) hash = timer_hash(manifest_, lab, card.architecture, toolkit_);
        return hash;
    }

    void compile_all(std::vector<Entry>& entries, const CardCompiler& compiler, sandbox::StagingDir& staging) const
    {
        std::vector<fs::path> sources;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const fs::path home = fmt::format("timed/{}", i);
            sources.push_back(staging.write(home / "src" / entries[i].lab->file(), entries[i].bytes).parent_path());
            entries[i].output = staging.make_output(home / "out");
        }
        Progress progress(entries.size(), options_.progress);
        std::atomic<std::size_t> next{0};
        const auto worker = [&] {
            for (std::size_t i = next++; i < entries.size(); i = next++) {
                entries[i].refused = compiled(entries[i], sources[i], compiler);
                progress.done(fmt::format("{} {} compiled for the card", entries[i].student, entries[i].lab->lab));
            }
        };
        const unsigned cores = options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
        std::vector<std::thread> pool;
        for (std::size_t i = 0; i < std::min<std::size_t>(cores, entries.size()); ++i) pool.emplace_back(worker);
        for (std::thread& thread : pool) thread.join();
    }

    static std::optional<Timing> compiled(const Entry& entry, const fs::path& source, const CardCompiler& compiler)
    try {
        return compiler.build(*entry.lab, source, entry.output);
    } catch (const GraderFault& fault) {
        Timing timing;
        timing.pace = Pace::no_time;
        timing.message = fault.message;
        return timing;
    }

    const GradeOptions& options_;
    const Course& course_;
    Ledger& ledger_;
    const System& system_;
    Run run_;
    Manifest manifest_;
    std::vector<LabBuild> labs_;
    std::string toolkit_;
    std::map<std::string, std::vector<std::string>> functions_;        ///< of a lab: those that can be timed
    std::map<std::string, std::string> hashes_;
    TimedClass result_;
};

}  // namespace

TimedClass time_class(const GradeOptions& options, const Course& course, Ledger& ledger, const System& system)
{
    return Timekeeping(options, course, ledger, system).run();
}

}  // namespace halo::grader
