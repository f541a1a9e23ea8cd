#pragma once
// A diagnosis in words. Here, and only here, a mistake becomes a sentence.

#include <cstdint>
#include <string>
#include <string_view>

#include "findings/evidence.hpp"
#include "findings/words.hpp"

namespace halo {

struct Explanation {
    std::string name;           ///< the mistake in a few words, for the headline; may be empty
    std::string seen;           ///< joins the `where:` line, or is the `what:` line of a wrong value; may be empty
    std::string attempt;        ///< the `try:` line; may be empty
    std::string drawing = {};   ///< one output's products: a sentence and a drawing; may be empty
};

Explanation explain(const Diagnosis& diagnosis, const Words& words);

/// A text of mistakes.def with its fields filled in; what the evidence lacks shows as `?`.
std::string filled(std::string_view text, const Evidence& evidence, const Words& words);

/// The lines of both; one that is empty takes no line.
std::string joined(std::string_view first, std::string_view second);

/// `46,208`
std::string thousands(std::int64_t value);

/// `1 row`, `5 rows`
std::string counted(std::int64_t n, std::string_view thing);

}  // namespace halo
