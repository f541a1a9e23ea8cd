#pragma once
// Words of a command line are compared with lists of options.

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace halo::cucc {

inline bool one_of(std::string_view word, std::initializer_list<std::string_view> words) { return std::ranges::find(words, word) != words.end(); }

}  // namespace halo::cucc
