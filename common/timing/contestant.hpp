#pragma once
// A function in a shared library of its own, so that a student's and a solution of the same name take turns in one process.

#include <memory>
#include <stdexcept>
#include <string>

#include "kinds/card_task.hpp"

namespace halo::timing {

/// What each library defines, from the lab's own tests.cpp: calls the function of this name. False: it has none that can be timed.
using CallOnCard = bool (*)(const char* function, const lab::CardArrays& arrays);
inline constexpr const char* kCallOnCard = "halo_call_on_card";

struct NoContestant : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Loads a library; throws NoContestant with what the loader says.
class Library {
public:
    explicit Library(const std::string& path);

    /// Of one of its functions. The library stays loaded.
    lab::CardCaller caller(const std::string& function) const;

private:
    CallOnCard call_;
};

}  // namespace halo::timing
