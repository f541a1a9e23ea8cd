#include "harness/judge/prediction.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "findings/judgement.hpp"
#include "findings/predicted.hpp"

namespace halo::lab {

namespace {

constexpr std::string_view kRight = "right";

/// The ratio is a quotient of the loads, and a kernel that reads its filter once for each element reads both equally often.
constexpr std::array<std::string_view, 3> kOneTellsTheOthers = {kRatio, "global_loads", "constant_loads"};

/// `conv1d_basic.global_loads=25000`
std::optional<Prediction> prediction_from(std::string_view word)
{
    const std::size_t dot = word.find('.'), equals = word.find('=');
    if (dot == std::string_view::npos || equals == std::string_view::npos || equals < dot) return {};
    Prediction p{std::string(word.substr(0, dot)), std::string(word.substr(dot + 1, equals - dot - 1))};
    const std::string_view answer = word.substr(equals + 1);
    if (answer == "open") return p;
    p.answered = answer == "declined" ? Answered::declined : Answered::predicted;
    const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), p.value);
    if (p.answered == Answered::predicted && (error != std::errc() || end != answer.data() + answer.size())) return {};
    return p;
}

}  // namespace

Predictions Predictions::from_words(std::string_view words)
{
    std::vector<Prediction> all;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (auto one = prediction_from(words.substr(0, end))) all.push_back(std::move(*one));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return Predictions(std::move(all));
}

std::vector<Prediction> Predictions::of(std::string_view function) const
{
    std::vector<Prediction> ones;
    std::ranges::copy_if(all_, std::back_inserter(ones), [&](const Prediction& p) { return p.function == function; });
    return ones;
}

bool Predictions::hide(std::string_view counter) const
{
    const auto tells = [](std::string_view name) { return std::ranges::find(kOneTellsTheOthers, name) != kOneTellsTheOthers.end(); };
    const auto same = [&](std::string_view open) { return open == counter || (tells(open) && tells(counter)); };
    return std::ranges::any_of(all_, [&](const Prediction& p) { return p.answered == Answered::open && same(p.name); });
}

std::string Predictions::open_ones(std::string_view function) const
{
    std::string names;
    for (const Prediction& p : all_)
        if (p.answered == Answered::open)
            names += (names.empty() ? "" : ", ") + p.name + (p.function == function ? "" : " of " + p.function);
    return names;
}

const Predictions& the_predictions()
{
    static const Predictions predictions = [] {
        const char* words = std::getenv("HALO_PREDICTIONS");
        return Predictions::from_words(words == nullptr ? "" : words);
    }();
    return predictions;
}

std::string compare_predictions(const Predictions& predictions, const Judgement& judgement)
{
    std::string text;
    bool missed = false;
    for (const Prediction& p : predictions.of(judgement.function)) {
        if (p.answered == Answered::open) continue;
        const std::optional<double> found = counted(p.name, judgement.counters, judgement.reuse_ratio);
        const std::string difference = !found                             ? "not measured here"
                                       : p.answered == Answered::declined ? fmt::format("not predicted, measured {}", number_shown(*found))
                                                                          : compare_numbers(p.value, *found);
        missed |= p.answered == Answered::predicted && found && !difference.ends_with(kRight);
        text += fmt::format("    {}: {}\n", p.name, difference);
    }
    if (missed) text += "    README.md works the numbers out under Check, for the kernel of the steps: an exercise may change them\n";
    return text.empty() ? text : "  your prediction\n" + text;
}

}  // namespace halo::lab
