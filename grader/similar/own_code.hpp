#pragma once
// What is left of a file when the handed-out skeleton is subtracted.

#include <cstddef>
#include <string>
#include <vector>

#include "similar/tester.hpp"
#include "similar/tokens.hpp"

namespace halo::grader::similar {

/// A stretch of at least this many tokens that the skeleton has too is handed-out code, wherever it is in the file and whatever its names are.
inline constexpr unsigned kHandedOutRun = 10;

/// A file of more tokens is not compared: the longest published solution has 2,439, and repeated ones would keep the tester busy for ever.
inline constexpr std::size_t kLongest = 20'000;

struct OwnCode {
    std::vector<Token> tokens;        ///< of the whole file
    std::vector<char> handed_out;     ///< for each token: the skeleton has it too
    Words words;                      ///< what is compared: own tokens, and one gap for each handed-out stretch
    std::vector<std::size_t> token;   ///< for each word: its token; for a gap the first token of the stretch
    std::size_t own = 0;              ///< how many tokens are not handed out

    bool is_gap(std::size_t word) const { return handed_out[token[word]] != 0; }
};

struct Subtracted {
    std::vector<OwnCode> files;            ///< in the order of the sources
    std::vector<std::size_t> too_long;     ///< nothing was subtracted from these either
    std::vector<std::size_t> unreadable;   ///< files at which the tester failed: nothing was subtracted from them
    Message why;
};

/// The sources must outlive the result. Throws as compare() does.
Subtracted subtract(const Tester& tester, const std::vector<std::string_view>& sources, std::string_view skeleton);

}  // namespace halo::grader::similar
