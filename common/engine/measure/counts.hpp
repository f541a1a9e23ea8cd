#pragma once
// Who counts: the engine itself (counts_engine.cpp), or a profiler around the program (counts_card.cpp).

#include <string>

namespace measure {

void start_counting();

/// ` name=value` for each counter since start_counting(); empty where a profiler counts.
std::string counts();

}  // namespace measure
