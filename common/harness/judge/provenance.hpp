#pragma once
// How a wrong value came about, in the lines of the student's file: who stored it, and which lines loaded what it was made of.

#include <string>

#include "findings/history.hpp"

namespace halo::lab {

/// `stored in line 57 by thread (16,4) of block (0,0), which loads in line 54 what line 41 stored`; empty where no line is known.
std::string provenance(const History& history);

}  // namespace halo::lab
