#pragma once
// The phrases that messages about findings are made of.

#include <cstdint>
#include <string>
#include <string_view>

#include "findings/finding.hpp"
#include "findings/verdict.hpp"

namespace halo {

/// `in line 24`, or with the file's name where it is another file.
std::string line_of(const Place& at, const Place& seen_from);

/// What every headline begins with.
std::string prefix(const Finding& finding);

/// `block (3,0), thread (0,0)`
std::string who(const Finding& finding);

/// `s_tile[0][16]`; `fallback` where the engine has no name for the array.
std::string element(const Finding& finding, std::string_view fallback);

/// `1000 elements`, `20 x 20 elements`; `known` where it is not empty.
std::string shape(const Finding& finding, std::string_view known = {});

std::string_view verb(Access access);           ///< `read`, `write`, `atomic update`
std::string_view participle(Access access);     ///< `read`, `written`, `updated atomically`
std::string_view third_person(Access access);   ///< `reads`, `writes`, `updates`

/// `; 30 such accesses`, if there are several.
void add_count(std::string& where, std::uint64_t count, std::string_view things);

// The messages, one for each kind of finding: what a thread did to memory (describe_memory.cpp), what threads failed to do together
// (describe_threads.cpp), the rest (describe.cpp).
#define FINDING(kind, severity, verdict, mistake) Message kind(const Finding& finding, std::string_view extent);
#include "findings/findings.def"
#undef FINDING

}  // namespace halo
