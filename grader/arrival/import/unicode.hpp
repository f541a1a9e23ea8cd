#pragma once
// Names of people, which systems spell in different ways.

#include <string>
#include <string_view>

namespace halo::grader::arrival {

/// Normalisation form C: é is one character, as it is on most systems, and not e and an accent, as macOS writes it. Bytes that are not UTF-8 stay.
std::string nfc(std::string_view utf8);

/// Does it have a character that can be written as a letter and a mark, or the other way round?
bool has_two_forms(std::string_view utf8);

/// What remains of a name when spelling is taken out: letters and digits, small, in form C. `Lovelace, Ada` → `lovelaceada`.
std::string letters(std::string_view name);

bool is_utf8(std::string_view bytes);

/// The UTF-8 of one character.
void append_utf8(std::string& out, char32_t c);

/// The character at the front of `bytes`, which are removed from it; of a byte that is not UTF-8 0x110000 and more.
char32_t take_character(std::string_view& bytes);
inline constexpr char32_t kNoCharacter = 0x110000;

}  // namespace halo::grader::arrival
