#pragma once
// Counting is done by the engine itself (counts_engine.cpp), or by a profiler around the program (counts_card.cpp).

#include <string>

namespace measure {

void start_counting();

/// ` name=value` for each counter since start_counting(); empty if a profiler counts.
std::string counts();

}  // namespace measure
