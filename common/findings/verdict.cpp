#include "findings/verdict.hpp"

#include <algorithm>
#include <array>

namespace halo {

namespace {

constexpr std::array<std::string_view, 15> kVerdictNames = {
    "grader_fault", "missing", "does_not_compile", "timeout", "memory_limit", "crash", "cuda_error", "out_of_bounds",
    "barrier", "race", "uninitialised", "wrong_result", "implausible", "slow_pattern", "passed",
};

constexpr std::size_t kLabel = 9;       // `  what:  `

std::string_view trimmed(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

std::string_view name(Verdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }

std::string words(Verdict verdict)
{
    std::string text(name(verdict));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::optional<Verdict> verdict_named(std::string_view name)
{
    for (std::size_t i = 0; i < kVerdictNames.size(); ++i)
        if (kVerdictNames[i] == name) return static_cast<Verdict>(i);
    return std::nullopt;
}

std::string text(const Message& message)
{
    std::string out = message.headline;
    if (!message.where.empty()) out += "\n  where: " + message.where;
    if (!message.what.empty()) {
        out += "\n  what:  ";
        for (const char c : message.what) out += c == '\n' ? "\n         " : std::string(1, c);
    }
    if (!message.attempt.empty()) out += "\n  try:   " + message.attempt;
    return out;
}

Message message_from_text(std::string_view text)
{
    Message message;
    std::string* target = &message.headline;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view whole = text.substr(0, end);
        std::string_view line = trimmed(whole);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);

        if (line.starts_with("where:")) {
            target = &message.where;
            line = trimmed(line.substr(6));
        } else if (line.starts_with("what:")) {
            target = &message.what;
            line = trimmed(line.substr(5));
        } else if (target == &message.what && !line.starts_with("try:")) {      // a line of the drawing: its blanks count
            message.what += '\n';
            message.what += whole.substr(std::min(kLabel, whole.size()));
            continue;
        } else if (line.starts_with("try:")) {
            target = &message.attempt;
            line = trimmed(line.substr(4));
        }
        if (line.empty()) continue;
        if (!target->empty()) *target += ' ';
        *target += line;
    }
    return message;
}

}  // namespace halo
