#pragma once
// Finding the fault in a program that somebody else wrote: `make repair` lays one out, mended.hpp follows it until it passes.

#include <optional>
#include <string>
#include <vector>

#include "student/place.hpp"

namespace halo::student {

struct Case {
    std::string symptom;        ///< what was seen of it
    std::string was;            ///< what is wrong
    std::string text;           ///< the whole program
    int smallest = 0;           ///< lines that the smallest mend changes
};

/// How many cases a lab has; 0 in a copy that came without them.
int cases_of(const Place& place);

/// One of 1 … cases_of(). Throws Fault.
Case case_of(const Place& place, int number);

/// Writes the cases of every lab into a handout, which lacks what they are made from.
void hand_out_cases(const Place& from, const Place& to);

/// After `make next`: names a lab that has passed and has cases left, the latest; nothing if there is none.
void offer_repair(const Place& place);

/// The numbers are texts from the command line. `why`: one line, what is wrong; `back`: gives up.
int repair(const Place& place, const std::string& number, const std::string& why, bool back, bool force);

}  // namespace halo::student
