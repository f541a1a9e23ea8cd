// standard.hpp for what writes text.
#include "standard.hpp"

#include <fmt/format.h>
