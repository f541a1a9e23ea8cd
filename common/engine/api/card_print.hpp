#pragma once
// printf of a kernel, as a card formats it.

#include <algorithm>
#include <cstdarg>
#include <cstddef>

namespace halo::engine {

struct CardPrinted {
    const char* literal = nullptr;      ///< the first conversion that a card prints as it stands, as `%zu`
    std::size_t literal_bytes = 0;
    int arguments = 0;                  ///< that the format asks for: what a card's printf returns
};

/// Writes at most `room` bytes, with the 0 at the end.
CardPrinted print_as_card(char* to, std::size_t room, const char* format, va_list arguments);

}  // namespace halo::engine
