#include "speed/here.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "course/manifest.hpp"
#include "doctor/card.hpp"
#include "findings/processors.hpp"
#include "judging/kit.hpp"
#include "machine/errors.hpp"
#include "machine/progress.hpp"
#include "speed/card_compiler.hpp"
#include "speed/reading.hpp"
#include "speed/stopwatch.hpp"

namespace halo::grader::speed {
namespace {

namespace fs = std::filesystem;

struct ToTime {
    record::TimingKey key;
    std::optional<course::SpeedCredit> credit;
};

/// One file for one lab, and those of its functions that are to be timed.
struct Entry {
    const course::LabBuild* lab = nullptr;
    const Candidate* candidate = nullptr;
    std::vector<ToTime> functions;
    fs::path output = {};                              ///< the folder of functions.so
    std::optional<record::Timing> refused = {};                ///< it does not compile
};

/// Waits a little for a card that is not at rest.
std::optional<Message> unrest_for_long(const doctor::System& system, const doctor::CardHere& card)
{
    constexpr int kTries = 3;
    std::optional<Message> why;
    for (int i = 0; i < kTries; ++i) {
        if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
        why = doctor::unrest(system, card);
        if (!why) break;
    }
    return why;
}

class Timekeeping {
public:
    Timekeeping(const TimingRequest& request, const TakeTiming& take, const doctor::System& system) : request_(request), take_(take), system_(system) {}

    CardUse run()
    {
        std::vector<std::string> wanted;
        for (const Candidate& one : request_.candidates)
            if (std::ranges::find(wanted, one.lab) == wanted.end()) wanted.push_back(one.lab);
        if (!wanted.empty()) labs_ = request_.manifest.select(wanted);
        toolkit_ = doctor::toolkit_of(system_, request_.manifest.nvcc.string());
        const char* const chosen = std::getenv("CUDA_VISIBLE_DEVICES");
        doctor::CardSearch search = doctor::find_card(system_, chosen == nullptr ? "" : chosen, toolkit_);
        if (const auto why = search.card ? doctor::missing_device(system_, *search.card) : std::nullopt) search = {std::nullopt, *why};
        if (!search.card) return {{"", "", search.why}, 0};
        time_on(*search.card);
        return {{search.card->name, search.card->note, {}}, known_};
    }

private:
    void time_on(const doctor::CardHere& card)
    {
        std::vector<Entry> entries = untimed(card);
        if (entries.empty()) return;
        sandbox::StagingDir staging(request_.confinement);
        const judging::Kit kit(request_.manifest, labs_, staging);
        const CardCompiler compiler(request_.manifest, labs_, kit, staging, request_.confinement, card.architecture);
        compile_all(entries, compiler, staging);

        const Stopwatch stopwatch(card, compiler.parts(), request_.confinement);
        Progress progress(request_.functions() - known_, request_.progress);
        for (const Entry& entry : entries)
            for (const ToTime& one : entry.functions) {
                take_(one.key, entry.refused ? *entry.refused : beyond_doubt(stopwatch, card, entry, one));
                progress.done(fmt::format("{} {} on the card", entry.candidate->student, entry.lab->lab));
            }
    }

    /// If credit hangs on it, as often as it takes.
    record::Timing beyond_doubt(const Stopwatch& stopwatch, const doctor::CardHere& card, const Entry& entry, const ToTime& one) const
    {
        constexpr std::size_t kMost = 9;
        const std::string& function = one.key.function;
        std::vector<record::Timing> contests = {time(stopwatch, card, entry, function)};
        record::Timing mean = contests.front();
        while (one.credit && in_doubt(*one.credit, mean) && contests.size() < kMost) {
            contests.push_back(time(stopwatch, card, entry, function));
            if (contests.back().pace != record::Pace::timed) return contests.back();
            mean = mean_of(contests);
        }
        return mean;
    }

    /// Never two at once: their times would be of both.
    record::Timing time(const Stopwatch& stopwatch, const doctor::CardHere& card, const Entry& entry, const std::string& function) const
    {
        if (const auto why = unrest_for_long(system_, card)) return at_unrest(card, function, *why);
        record::Timing timing = stopwatch.time(*entry.lab, function, entry.output);
        // A process can also be gone because the card is. Twice in a row is the function's own doing.
        if (timing.pace == record::Pace::failed && !unrest_for_long(system_, card)) timing = stopwatch.time(*entry.lab, function, entry.output);
        if (const auto why = timing.pace == record::Pace::no_time ? std::nullopt : unrest_for_long(system_, card)) return at_unrest(card, function, *why);
        if (timing.card.empty()) timing.card = card.name;
        return timing;
    }

    static record::Timing at_unrest(const doctor::CardHere& card, const std::string& function, const Message& why)
    {
        record::Timing timing;
        timing.pace = record::Pace::no_time;
        timing.card = card.name;
        timing.message = why;
        timing.message.headline = fmt::format("{}: no time was taken: {}", function, why.headline);
        return timing;
    }

    std::vector<Entry> untimed(const doctor::CardHere& card)
    {
        std::vector<Entry> entries;
        for (const Candidate& one : request_.candidates) {
            Entry entry{&*std::ranges::find(labs_, one.lab, &course::LabBuild::lab), &one, {}};
            for (const AskedTime& asked : one.asked) {
                const record::TimingKey key{one.content, one.lab, asked.function, hash_of(*entry.lab, card), card.name};
                if (std::ranges::find(asked.known, key) != asked.known.end()) ++known_;
                else entry.functions.push_back({key, asked.credit});
            }
            if (!entry.functions.empty()) entries.push_back(std::move(entry));
        }
        return entries;
    }

    const std::string& hash_of(const course::LabBuild& lab, const doctor::CardHere& card)
    {
        std::string& hash = hashes_[lab.lab];
        if (hash.empty()) hash = timer_hash(request_.manifest, lab, card.architecture, toolkit_);
        return hash;
    }

    void compile_all(std::vector<Entry>& entries, const CardCompiler& compiler, sandbox::StagingDir& staging) const
    {
        std::vector<fs::path> sources;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const fs::path home = fmt::format("timed/{}", i);
            sources.push_back(staging.write(home / "src" / entries[i].lab->file(), entries[i].candidate->bytes).parent_path());
            entries[i].output = staging.make_output(home / "out");
        }
        Progress progress(entries.size(), request_.progress);
        std::atomic<std::size_t> next{0};
        const auto worker = [&] {
            for (std::size_t i = next++; i < entries.size(); i = next++) {
                entries[i].refused = compiled(entries[i], sources[i], compiler);
                progress.done(fmt::format("{} {} compiled for the card", entries[i].candidate->student, entries[i].lab->lab));
            }
        };
        const unsigned cores = request_.jobs ? request_.jobs : usable_processors();
        std::vector<std::thread> pool;
        for (std::size_t i = 0; i < std::min<std::size_t>(cores, entries.size()); ++i) pool.emplace_back(worker);
        for (std::thread& thread : pool) thread.join();
    }

    static std::optional<record::Timing> compiled(const Entry& entry, const fs::path& source, const CardCompiler& compiler)
    try {
        return compiler.build(*entry.lab, source, entry.output);
    } catch (const GraderFault& fault) {
        record::Timing timing;
        timing.pace = record::Pace::no_time;
        timing.message = fault.message;
        return timing;
    }

    const TimingRequest& request_;
    const TakeTiming& take_;
    const doctor::System& system_;
    std::vector<course::LabBuild> labs_;
    std::string toolkit_;
    std::map<std::string, std::string> hashes_;
    std::size_t known_ = 0;
};

}  // namespace

CardUse time_here(const TimingRequest& request, const TakeTiming& take, const doctor::System& system) { return Timekeeping(request, take, system).run(); }

}  // namespace halo::grader::speed
