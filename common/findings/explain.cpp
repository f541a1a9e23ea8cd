#include "findings/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "findings/fields.hpp"

namespace halo {

std::string filled(std::string_view text, const Evidence& evidence, const Words& words)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        out += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = std::min(text.find('}'), text.size());
        out += field(text.substr(1, close - 1), evidence, words);
        text.remove_prefix(std::min(close + 1, text.size()));
    }
    return out;
}

std::string thousands(std::int64_t value)
{
    const std::string digits = std::to_string(value);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
        out += digits[i];
    }
    return out;
}

std::string counted(std::int64_t n, std::string_view thing) { return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s"); }

std::string joined(std::string_view first, std::string_view second)
{
    return std::string(first) + (first.empty() || second.empty() ? "" : "\n") + std::string(second);
}

Explanation explain(const Diagnosis& d, const Words& words)
{
    const MistakeRow& row = row_of(d.mistake);
    const std::string_view attempt = d.because ? row_of(*d.because).attempt : row.attempt;
    std::string drawn;
    if (const auto& footprint = d.evidence.footprint) drawn = joined(sentence(*footprint), drawing(*footprint));
    return {filled(row.name, d.evidence, words), filled(row.seen, d.evidence, words), filled(attempt, d.evidence, words), drawn};
}

}  // namespace halo
