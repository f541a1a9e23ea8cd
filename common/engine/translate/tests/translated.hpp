#pragma once
// Shared by the translator's tests.

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "engine/translate/translate.hpp"

/// The translation without its first line. Every call checks that no line is gained or lost.
inline std::string translated(std::string_view source)
{
    const halo::engine::Translation result = halo::engine::translate(source, "lab/k.cu");
    if (result.refusal) return "refused: " + halo::engine::describe(*result.refusal, "lab/k.cu");
    constexpr std::string_view first = "#line 1 \"lab/k.cu\"\n";
    CHECK(result.text.starts_with(first));
    const std::string text = result.text.substr(std::min(first.size(), result.text.size()));
    std::ptrdiff_t given = 0;                            // lines to which #line gives a number
    for (std::size_t at = 0; (at = text.find("\n#line ", at)) != std::string::npos; ++at) ++given;
    CHECK(std::count(text.begin(), text.end(), '\n') == std::count(source.begin(), source.end(), '\n') + 2 * given);
    return text;
}

/// The whole message of a refusal; empty if the source is translated.
inline std::string refused(std::string_view source)
{
    const halo::engine::Translation result = halo::engine::translate(source, "k.cu");
    return result.refusal ? halo::engine::describe(*result.refusal, "k.cu") : "";
}

inline void passes_unchanged(std::string_view source)
{
    CAPTURE(source);
    CHECK(translated(source) == source);
}

inline std::string kernel_of(std::string_view body, std::string_view parameters = "(int n)")
{
    return "__global__ void k" + std::string(parameters) + " { " + std::string(body) + " }";
}

/// The body of a kernel passes unchanged.
inline void stays(std::string_view body)
{
    CAPTURE(body);
    passes_unchanged(kernel_of(body));
}
