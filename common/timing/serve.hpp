#pragma once
// The contestant's side: a process that calls one function whenever the timer asks. It knows neither clock nor expected values.

#include <functional>
#include <string>

#include "kinds/card_task.hpp"

namespace halo::timing {

/// Answers on these descriptors until the first is closed. Calls the function that the first request names.
void serve(int requests, int answers, const std::function<lab::CardCaller(const std::string& function, const lab::Size& size)>& function);

/// A descriptor for answers in place of stdout, which becomes stderr: what a function prints must not be taken for an answer.
int answers_instead_of_stdout();

}  // namespace halo::timing
