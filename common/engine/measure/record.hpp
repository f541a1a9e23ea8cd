#pragma once
// What a card's profiler counted for each launch, and why the engine's count may be another.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace halo::measured {

/// Counts by the engine's names, see common/findings/counters.hpp.
using Counts = std::map<std::string, long long>;

struct Launch {
    std::string program, name, kernel, grid, block;
    std::string hash;   ///< of what the kernel wrote: equal hashes, equal work
    Counts counts;
};

struct Record {
    std::map<std::string, std::string> facts;   ///< gpu, date, driver, versions
    std::vector<std::string> counters;          ///< those that the card has too, in the order of tables
    std::vector<Launch> launches;
};

/// A file that the script `measure` wrote. Throws std::runtime_error, whose text is three lines.
Record read_record(const std::filesystem::path& path);

/// The output of one measured program on the engine.
std::vector<Launch> read_engine(const std::string& program, const std::string& output);

/// Why counts differ. Of a closed explanation the engine's counts are known, for they follow from the source; an open
/// one is a fault of the engine that is not fixed yet.
struct Explanation {
    std::string because;
    std::vector<std::string> sass;          ///< the instructions that show it
    std::map<std::string, Counts> engine;   ///< by launch; of an open explanation all counts of a launch, and none listed
    bool open = false;
};

/// explanations.toml. Throws std::runtime_error, whose text is three lines.
std::vector<Explanation> read_explanations(const std::filesystem::path& path);

}  // namespace halo::measured
