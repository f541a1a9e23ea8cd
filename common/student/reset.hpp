#pragma once
// Puts a lab's file back as it was handed out, whole or one function of it, and keeps what was there.

#include <string>
#include <string_view>
#include <vector>

#include "student/place.hpp"

namespace halo::student {

/// The lab's file as it was handed out: beside it in a handout, in a clone the object that lab.toml names. Throws Refusal where neither is.
std::string handed_out_text(const Place& place);

struct Restored {
    std::string text;
    std::vector<std::string> names;     ///< of what was changed
};

/// `yours` with this function, and with what it uses of the same file, as `given` has them. Throws Refusal for a name that one of them lacks at the
/// margin; `file` is its name in the message.
Restored with_function_of(std::string_view yours, std::string_view given, const std::string& function, const std::string& file);

int reset(const Place& place, const std::string& function);

}  // namespace halo::student
