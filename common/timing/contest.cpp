#include "timing/contest.hpp"

#include <algorithm>
#include <stdexcept>

#include "data/generate.hpp"

namespace halo::timing {

std::vector<Turns> contest(const Task& task, const std::vector<Contestant>& contestants, const Rounds& rounds, std::uint64_t seed)
{
    std::vector<Turns> turns;
    for (const Contestant& contestant : contestants) turns.push_back({contestant.name, {}, 0});
    for (unsigned round = 0; round <= rounds.most; ++round) {
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const std::size_t who = (i + round) % contestants.size();
            task.prepare(mix(mix(seed, round), who));
            if (contestants[who].ready) contestants[who].ready();
            const double begin = task.seconds();
            contestants[who].call();
            double seconds = task.seconds() - begin;
            if (contestants[who].late) seconds += contestants[who].late();
            if (round > 0) turns[who].seconds.push_back(seconds);
            if (contestants[who].wrong) turns[who].wrong += contestants[who].wrong();
        }
        if (std::ranges::any_of(turns, [](const Turns& t) { return t.wrong > 0; })) break;
        if (round >= rounds.least && (!rounds.enough || rounds.enough(turns))) break;
    }
    return turns;
}

std::vector<double> ratios(const Turns& a, const Turns& b)
{
    if (a.seconds.size() != b.seconds.size()) throw std::invalid_argument("ratios: " + a.name + " and " + b.name + " ran in different rounds");
    std::vector<double> all;
    for (std::size_t i = 0; i < a.seconds.size(); ++i) all.push_back(a.seconds[i] / b.seconds[i]);
    return all;
}

}  // namespace halo::timing
