#pragma once
// A file as HTML: matches coloured and numbered, handed-out code grey, every line with its number.

#include <string>
#include <string_view>
#include <vector>

#include "similar/own_code.hpp"

namespace halo::grader::similar {

/// Tokens [begin, end) of this file; its number in the page is its place in the list, from 1.
struct Painted {
    std::size_t begin = 0, end = 0;
};

/// `side` and `other` begin the ids of this file's matches and of the other's: match 3 is `a3` here and leads to `b3`.
/// Where matches overlap the first has the colour, and each has its number. Escaped; no byte of the file is in an attribute.
std::string painted(std::string_view source, const OwnCode& code, const std::vector<Painted>& matches, char side, char other);

/// The class of a match's colour, `m1` to `m6`.
std::string hue(std::size_t number);

/// Lines of the tokens, `12–31` or `12`.
std::string lines_of(std::string_view source, const OwnCode& code, std::size_t begin, std::size_t end);

}  // namespace halo::grader::similar
