#pragma once
// The forms in which editors save a text, made UTF-8 with line feeds where nothing is lost by it.

#include <optional>
#include <string>
#include <string_view>

#include "findings/verdict.hpp"

namespace halo::grader::arrival {

struct SourceText {
    std::optional<std::string> text;
    std::string changed;      ///< `it was UTF-16`; empty if the text is the bytes that came
    Message refused;          ///< why it is not text; its headline lacks the subject: `is a PDF`
};

/// CRLF stays: the compiler takes it, and lines keep their numbers either way.
SourceText source_text(std::string_view bytes);

}  // namespace halo::grader::arrival
