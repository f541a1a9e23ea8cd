#include "harness/student/prints.hpp"

#include <algorithm>

#include "findings/explain.hpp"

namespace halo::lab {

void Prints::add(std::string_view bytes)
{
    for (const char c : bytes) {
        if (c == kMark) {
            parts_.emplace_back();
            at_start_ = true;
            continue;
        }
        Printed& part = parts_.back();
        if (at_start_ && ++part.lines <= kMostPrinted) part.head.emplace_back();
        at_start_ = c == '\n';
        if (!at_start_ && part.lines <= kMostPrinted && part.head.back().size() < kWidestPrinted) part.head.back() += c;
    }
}

std::vector<Printed> Prints::by_call() const
{
    std::vector<Printed> calls;
    for (std::size_t i = 1; i < parts_.size(); i += 2) calls.push_back(parts_[i]);
    return calls;
}

std::string prints_text(const std::vector<LabelledPrint>& calls)
{
    std::string text;
    std::size_t room = kMostPrinted, other_calls = 0, other_lines = 0;
    for (std::size_t c = 0; c < calls.size(); ++c) {
        const auto& [call, printed] = calls[c];
        if (printed.lines == 0) continue;
        if (room == 0) {
            ++other_calls;
            other_lines += printed.lines;
            continue;
        }
        text += call + ":\n";
        const std::size_t shown = std::min(room, printed.head.size());
        for (std::size_t i = 0; i < shown; ++i) text += "  " + printed.head[i] + "\n";
        if (printed.lines > shown) text += "  ... " + counted(printed.lines - shown, "more line") + "\n";
        room -= shown;
        const auto same = [&](const LabelledPrint& other) { return other.printed.lines == printed.lines && other.printed.head == printed.head; };
        std::size_t more = 0;
        for (; shown == printed.lines && c + 1 < calls.size() && same(calls[c + 1]); ++c) ++more;
        if (more > 0) text += "  ... and so " + std::string(more == 1 ? "does" : "do") + " " + counted(more, "more call") + "\n";
    }
    if (other_calls > 0) text += counted(other_calls, "other call") + " printed " + counted(other_lines, "line") + ".\n";
    return text;
}

}  // namespace halo::lab
