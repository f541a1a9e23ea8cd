#include "engine/measure/counts.hpp"

namespace measure {

void start_counting() {}
std::string counts() { return {}; }

}  // namespace measure
