#pragma once
// Functions that take turns at the same task. What each of them is, and how it is called, this does not know.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace halo::timing {

struct Contestant {
    std::string name;
    std::function<void()> call;                     ///< returns when the device has finished all of it
    std::function<std::uint64_t()> wrong;           ///< elements of its output that are wrong; empty: it has none to look at, as a copy
    std::function<void()> ready = {};               ///< between preparing and the clock; may be empty
    std::function<double()> late = {};              ///< seconds of work that it had left for later, asked when the clock has stopped; may be empty
};

/// What the contestants are given. All members must be set.
struct Task {
    std::function<void(std::uint64_t seed)> prepare;    ///< new inputs, an output full of NaN, and nothing of either in a cache; ends with the device at rest
    std::function<double()> seconds;                    ///< a clock that never goes back
};

/// What one contestant did.
struct Turns {
    std::string name;
    std::vector<double> seconds;                    ///< of each round
    std::uint64_t wrong = 0;                        ///< elements, of all rounds; the outputs are looked at after the clock has stopped
};

/// How many rounds there are: `least`, and then as many more as it takes, `most` in all.
struct Rounds {
    Rounds(unsigned rounds) : least(rounds), most(rounds) {}
    Rounds(unsigned least_rounds, unsigned most_rounds, std::function<bool(const std::vector<Turns>&)> is_enough)
        : least(least_rounds), most(most_rounds), enough(std::move(is_enough))
    {
    }

    unsigned least, most;
    std::function<bool(const std::vector<Turns>&)> enough;      ///< asked after each round from `least` on; empty: `least` are enough
};

/// Each contestant runs once in each of the rounds, after a round that is not counted: the first call loads code. A different one begins each
/// round, so that none always follows the same. Each run has data of its own. Stops after a round in which a contestant was wrong: its times
/// would mean nothing.
std::vector<Turns> contest(const Task& task, const std::vector<Contestant>& contestants, const Rounds& rounds, std::uint64_t seed);

/// For each round, how many times as long `a` took as `b`.
std::vector<double> ratios(const Turns& a, const Turns& b);

}  // namespace halo::timing
