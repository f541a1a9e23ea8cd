#pragma once
// Does the engine count what a card counts? Requests and sectors must be equal, bank conflicts within 1 % of the requests
// to shared memory; what differs must be explained, and what is explained must differ.

#include <string>
#include <vector>

#include "engine/measure/record.hpp"

namespace halo::measured {

struct Comparison {
    std::vector<std::string> complaints;    ///< three lines each; empty: all is equal or explained
    std::vector<std::string> open;          ///< what an open explanation excuses: `LAUNCH: because`
};

Comparison compare(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations);

/// The page for readers: both sides of each count, and the explanations. Markdown.
std::string page(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations);

}  // namespace halo::measured
