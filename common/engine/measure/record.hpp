#pragma once
// The counts of a card's profiler for each launch, and explanations for differences from the engine's.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace halo::measured {

/// Counts by the engine's names, see common/findings/counters.hpp.
using Counts = std::map<std::string, long long>;

struct Launch {
    std::string program, name, kernel, grid, block;
    std::string hash;   ///< of the kernel's output: equal hashes mean equal work
    Counts counts;
};

struct Record {
    std::map<std::string, std::string> facts;   ///< gpu, date, driver, versions
    std::vector<std::string> counters;          ///< those that the card also has, in the order of the tables
    std::vector<Launch> launches;
};

/// Reads a file written by the script `measure`. Throws std::runtime_error with a three-line message.
Record read_record(const std::filesystem::path& path);

/// Reads the output of one measured program on the engine.
std::vector<Launch> read_engine(const std::string& program, const std::string& output);

/// Why counts differ. A closed explanation lists the engine's counts, which follow from the source; an open one is a
/// known bug of the engine.
struct Explanation {
    std::string because;
    std::vector<std::string> sass;          ///< the instructions that show it
    std::map<std::string, Counts> engine;   ///< by launch; an open explanation lists no counts and covers all of a launch
    bool open = false;
};

/// Reads explanations.toml. Throws std::runtime_error with a three-line message.
std::vector<Explanation> read_explanations(const std::filesystem::path& path);

}  // namespace halo::measured
