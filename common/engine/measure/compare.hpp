#pragma once
// Compares the engine's counts with a card's. Requests and sectors must be equal, bank conflicts within 1 % of the
// requests to shared memory. Every other difference must be explained, and every explained count must differ.

#include <string>
#include <vector>

#include "engine/measure/record.hpp"

namespace halo::measured {

struct Comparison {
    std::vector<std::string> complaints;    ///< three lines each; empty: all counts are equal or explained
    std::vector<std::string> open;          ///< launches excused by an open explanation: `LAUNCH: because`
};

/// A launch that this card has not measured is not compared.
Comparison compare(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations);

/// A complaint for each launch that no card has measured: a record may be older than a program.
std::vector<std::string> never_measured(const std::vector<Record>& cards, const std::vector<Launch>& engine);

/// A Markdown page with both sides of each count, and the explanations.
std::string page(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations);

}  // namespace halo::measured
