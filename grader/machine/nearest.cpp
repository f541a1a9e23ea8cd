#include "machine/nearest.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/text.hpp"

namespace halo::grader {
namespace {

/// Longer names are nobody's typing error; the distance takes time that is quadratic in the length. The names of tests are sentences.
constexpr std::size_t kLongest = 200;

std::string small(std::string_view text)
{
    std::string out(text);
    for (char& c : out) c = char(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Letters changed, added, left out, or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> known)
{
    if (name.empty() || name.size() > kLongest) return "";
    const std::string wanted = small(name);
    const std::size_t most = std::max<std::size_t>(std::min<std::size_t>(2, name.size() / 2), name.size() / 3);
    std::string best;
    std::size_t least = most + 1;
    for (const std::string& candidate : known) {
        if (candidate.size() > kLongest) continue;
        const std::string have = small(candidate);
        std::size_t far = distance(wanted, have);
        if (far > most && wanted.size() > 1 && have.find(wanted) != std::string::npos) far = most;
        if (far < least) best = candidate, least = far;
    }
    return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known, std::string_view otherwise)
{
    const std::string near = nearest(name, known);
    if (!near.empty()) return fmt::format("did you mean {}?", printable(near));
    if (known.empty()) return "";
    constexpr std::size_t kShown = 20;
    const std::size_t more = known.size() > kShown ? known.size() - kShown : 0;
    return fmt::format("{} {}{}", otherwise, printable(fmt::format("{}", fmt::join(known.first(known.size() - more), ", "))), more ? fmt::format(" and {} more", more) : "");
}

}  // namespace halo::grader
