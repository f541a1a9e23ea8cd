#include "timing/card_contest.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <sys/random.h>
#include <unistd.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "timing/card_fault.hpp"
#include "timing/contest.hpp"
#include "timing/contestant.hpp"

namespace halo::timing {

namespace {

constexpr std::uint64_t kSeed = 1;

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// For data that no process can know before it is there.
std::uint64_t unforeseen()
{
    std::uint64_t number = 0;
    while (getrandom(&number, sizeof number, 0) != sizeof number)
        if (errno != EINTR) throw Fault("no time was taken: the system gave no random bytes", "getrandom()", "run it again");
    return number;
}

/// Two arrays that are copied in turn with the functions: together as many bytes as must move. Filling one of them leaves nothing else in L2.
class Copies {
public:
    Copies(double bytes, std::size_t l2_bytes)
        : from_(std::max(elements_of(bytes), kCaches * l2_bytes / sizeof(float))), to_(std::max<std::size_t>(elements_of(bytes), 1))
    {
        arrays_ = {.size = {}, .device = {from_.data(), to_.data()}, .elements = {from_.size(), to_.size()}, .host = {}};
    }
    const lab::CardArrays& arrays() const { return arrays_; }
    char* own() { return reinterpret_cast<char*>(to_.data()); }     ///< a place that no function knows
    void flush() { CUDA_CHECK(cudaMemset(from_.data(), 0, from_.size() * sizeof(float))); }

private:
    static constexpr std::size_t kCaches = 4;
    static std::size_t elements_of(double bytes) { return std::size_t(bytes / 2 / sizeof(float)); }

    DeviceBuffer<float> from_, to_;
    lab::CardArrays arrays_;
};

void copy(const lab::CardArrays& a)
{
    CUDA_CHECK(cudaMemcpyAsync(a.device[1], a.device[0], a.elements[1] * sizeof(float), cudaMemcpyDeviceToDevice));
}

/// A size whose arrays, and those of the copy, fit in the card's free memory: halved along its longest side until they do.
struct Fitting {
    lab::Size size;
    double bytes;
};

Fitting fitting(const lab::OnCard& on, std::size_t l2_bytes)
{
    constexpr double kShare = 0.9, kCopies = 2.1, kCaches = 4;
    std::size_t free_bytes = 0, all_bytes = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
    Fitting fit{on.size, on.bytes};
    while (fit.bytes * kCopies > kShare * double(free_bytes)) {
        int& longer = *fit.size.largest();
        fit.bytes /= 2;
        if (longer < 2 || fit.bytes < kCaches * double(l2_bytes))
            throw Fault("no time was taken: the card's free memory is too small for this function",
                        std::to_string(free_bytes >> 20) + " of " + std::to_string(all_bytes >> 20) + " MiB are free", "end what else runs on it, or take a larger card");
        longer /= 2;
    }
    return fit;
}

/// Waits for all of the device, whatever streams were used.
void finish() { CUDA_CHECK(cudaDeviceSynchronize()); }

/// A function that takes part, with what it is called with.
struct Entrant {
    std::string name, file;                         ///< of a shared library; without one, the basic kernel
    const lab::CardArrays& arrays;
    std::function<std::uint64_t()> wrong;
};

/// In this process, one after the other.
Contestant beside_us(const Entrant& entrant, const lab::CardCaller& caller)
{
    return {entrant.name, [&arrays = entrant.arrays, caller] { caller(arrays), finish(); }, entrant.wrong};
}

std::shared_ptr<Apart> process_of(const Entrant& entrant, const std::string& function)
{
    std::vector<std::string> words = {"/proc/self/exe", "--serve"};
    if (!entrant.file.empty()) words.push_back(entrant.file);
    return std::make_shared<Apart>(started(words), function, entrant.arrays);
}

/// How long this process waits for its turn on the card after another one has answered: longer than it takes when all is done, if work was left for
/// later.
class Waits {
public:
    Waits(char* d_own, Apart& idle) : d_own_(d_own)
    {
        constexpr int kTries = 20;
        constexpr double kMargin = 1.5;
        for (int i = 0; i < kTries; ++i) idle.idle(), usual_ = std::max(usual_, wait());
        usual_ *= kMargin;
    }
    double beyond_usual() const { return std::max(0.0, wait() - usual_); }

private:
    double wait() const
    {
        const double begin = now();
        CUDA_CHECK(cudaMemset(d_own_, 0, 1));
        finish();
        return now() - begin;
    }

    char* d_own_;
    double usual_ = 0;
};

/// How long it takes, in whose turns, until all is ready for a call. A process that begins on its data before it is asked slows down what comes before the
/// call: a transpose needs nothing but its input.
class Preparations {
public:
    void begin() { begin_ = now(); }
    void ready(const std::string& whose) { turns_[whose].push_back(now() - begin_); }
    /// In the order of the rounds, without the one that is not counted.
    std::vector<double> of(const std::string& whose) const
    {
        const std::vector<double>& all = turns_.at(whose);
        return {all.begin() + 1, all.end()};
    }

private:
    double begin_ = 0;
    std::map<std::string, std::vector<double>> turns_;
};

/// In a process of its own.
Contestant apart_from_us(const Entrant& entrant, const std::shared_ptr<Apart>& process, const Waits& waits, Preparations& preparations)
{
    return {entrant.name, [process, &arrays = entrant.arrays] { process->call(arrays); }, entrant.wrong,
            [process, &preparations, name = entrant.name] { process->idle(), preparations.ready(name); }, [&waits] { return waits.beyond_usual(); }};
}

/// What a contest is about.
struct Field {
    const lab::FunctionEntry& entry;
    const ContestOptions& options;
    std::vector<Entrant> entrants;                  ///< the function first
    Entrant copied, idle;
};

/// What came of it, and whether the card was theirs alone.
struct Fair {
    std::vector<Turns> turns;
    bool disturbed = false;
};

/// The times of all, each in its own process. The function's process comes last, so that a copy can be timed before it is there.
Fair contest_of_processes(Task task, const Field& field, char* d_own, const Rounds& rounds)
{
    constexpr unsigned kRoundsAlone = 7;
    Preparations alone, together, *current = &alone;
    task.prepare = [prepare = task.prepare, &current](std::uint64_t seed) { current->begin(), prepare(seed); };
    const auto nothing = process_of(field.idle, kNothing), copying = process_of(field.copied, kCopy);
    const Waits waits(d_own, *nothing);
    const Turns copy_alone = contest(task, {apart_from_us(field.copied, copying, waits, alone)}, kRoundsAlone, kSeed).front();

    current = &together;
    const Entrant& own = field.entrants.front();
    const auto function = field.options.given ? std::make_shared<Apart>(*field.options.given, field.entry.name, own.arrays) : process_of(own, field.entry.name);
    std::vector<Contestant> contestants = {apart_from_us(own, function, waits, together)};
    for (std::size_t i = 1; i < field.entrants.size(); ++i)
        contestants.push_back(apart_from_us(field.entrants[i], process_of(field.entrants[i], field.entry.name), waits, together));
    contestants.push_back(apart_from_us(field.copied, copying, waits, together));
    contestants.push_back(apart_from_us(field.idle, nothing, waits, together));
    Fair fair{contest(task, contestants, rounds, kSeed), false};
    const Turns& copy_among_others = fair.turns[field.entrants.size()];
    if (copy_among_others.seconds.empty()) return fair;
    fair.disturbed = slower(copy_alone.seconds, copy_among_others.seconds) || slower(together.of(kCopy), together.of(own.name));
    return fair;
}

std::vector<Turns> contest_in_one_process(const Task& task, const Field& field, const lab::Size& size, const Rounds& rounds)
{
    std::vector<Contestant> contestants;
    for (const Entrant& entrant : field.entrants)
        contestants.push_back(beside_us(entrant, entrant.file.empty() ? field.entry.new_basic(size) : Library(entrant.file).caller(field.entry.name)));
    contestants.push_back(beside_us(field.copied, copy));
    return contest(task, contestants, rounds, kSeed);
}

}  // namespace

lab::CardCaller copy_caller() { return copy; }

Speed speed_on_card(const lab::FunctionEntry& entry, const lab::OnCard& on, const cudaDeviceProp& card, const ContestOptions& options)
{
    constexpr double kSharp = 0.02, kLong_s = 30;
    constexpr unsigned kFewest = 7;
    const Fitting fit = fitting(on, std::size_t(card.l2CacheSize));
    const std::unique_ptr<lab::CardTask> work = entry.new_task(fit.size);
    Copies copies(fit.bytes, std::size_t(card.l2CacheSize));
    const auto wrong = [&] { return work->wrong(); };
    Field field{entry, options, {{entry.name, options.functions, work->arrays(), wrong}}, {kCopy, "", copies.arrays(), {}}, {kNothing, "", copies.arrays(), {}}};
    if (on.basic.name != entry.name && entry.new_basic) field.entrants.push_back({on.basic.name, "", work->basic_arrays(), [&] { return work->basic_wrong(); }});
    if (!options.solution.empty()) field.entrants.push_back({"the solution", options.solution, work->arrays(), wrong});

    // In a process of its own a function could otherwise compute, while others have their turn, what it will be asked for.
    const Task task{.prepare = [&](std::uint64_t seed) { work->fill(options.apart ? unforeseen() : seed), copies.flush(), finish(); }, .seconds = now};
    const Setting setting{.card = card.name, .size = entry.kind->describe(fit.size), .bytes = fit.bytes,
                          .wanted = fit.bytes == on.bytes ? "" : entry.kind->describe(on.size)};
    const auto says = [&](const std::vector<Turns>& turns) { return speed_of(entry.name, turns, setting, kCopy, kNothing); };
    // A slow function has fewer rounds: its intervals are wider, and nobody waits for hours.
    const double begin = now();
    const Rounds rounds(std::min(options.rounds, kFewest), std::max(options.rounds, options.most_rounds), [&](const std::vector<Turns>& turns) {
        return now() - begin > kLong_s || (turns.front().seconds.size() >= options.rounds && sharp(says(turns), kSharp));
    });
    if (!options.apart) return says(contest_in_one_process(task, field, fit.size, rounds));
    const Fair fair = contest_of_processes(task, field, copies.own(), rounds);
    Speed speed = says(fair.turns);
    speed.disturbed = fair.disturbed;
    return speed;
}

}  // namespace halo::timing
