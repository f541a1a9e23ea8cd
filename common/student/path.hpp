#pragma once
// The labs as a path: where a student stands, lab by lab, and what comes next. Reads only the saved state.

#include <string>
#include <vector>

#include "student/place.hpp"
#include "student/state.hpp"

namespace halo::student {

/// The labs' names, in the order of the path: by `order` in lab.toml.
std::vector<std::string> all_labs(const Place& place);

/// `passed`, or how far the lab has got.
std::string standing(const LabState& lab);

std::string progress_text(const State& state, const std::vector<std::string>& labs);

/// The lab to do after this one: the first after it that has not passed, else the first of all; empty if every lab has passed.
std::string lab_after(const State& state, const std::vector<std::string>& labs, const std::string& lab);

/// The commands.
int progress(const Place& place);
int next(const Place& place);
int progress_reset(const Place& place, bool force);

}  // namespace halo::student
