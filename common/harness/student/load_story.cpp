#include "harness/student/load_story.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "findings/describe.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<std::size_t>;

std::string subscripts(const Indices& at)
{
    std::string out;
    for (const std::int64_t i : at) out += fmt::format("[{}]", i);
    return out;
}

std::string name_of(const Load& load) { return (load.array.empty() ? "?" : load.array) + subscripts(load.index); }
std::string value_of(const Load& load) { return load.is_float ? number(float(load.value)) : fmt::format("{:.0f}", load.value); }

class Story {
public:
    Story(std::span<const Loaded> loads, const Footprint* wrong, const Inputs& inputs, const Output& output)
        : loads_(loads), wrong_(wrong), in_(inputs.arrays.at(0)), weights_(inputs.arrays.size() > 1 ? std::span(inputs.arrays[1]) : std::span<const float>()),
          row_(output.row() * output.across), across_(output.across)
    {
    }

    std::string text() const
    {
        constexpr std::size_t kShown = 60;
        const Found missing = wrong_ != nullptr && wrong_->first.mark == Mark::missing ? load_of(wrong_->first.due) : Found{};
        const std::size_t parts = parting().value_or(loads_.size());
        // A long sum: its beginning, and what surrounds the place that counts.
        const std::size_t begin = parts < loads_.size() && parts >= kShown ? parts - kShown / 2 : 0, end = std::min(loads_.size(), begin + kShown);
        std::string out = fmt::format("The thread's {} load{}, in order:\n", loads_.size(), loads_.size() == 1 ? "" : "s");
        if (begin > 0) out += fmt::format("  … {} before\n", begin);
        for (std::size_t i = begin; i < end; ++i)
            out += fmt::format("{:>5}  {}{}\n", i + 1, told(loads_[i]), i == parts ? "   <- here the story parts from the right one" : "");
        if (end < loads_.size()) out += fmt::format("  … {} more\n", loads_.size() - end);
        if (wrong_ != nullptr && parts < loads_.size() && displaced(wrong_->first.mark)) return out + other_weight(parts);
        if (wrong_ == nullptr || wrong_->first.mark != Mark::missing) return out;

        const std::string due = "in" + subscripts(wrong_->first.due);
        if (const Found weight = missing ? zero_beside(*missing) : Found{})
            return out + fmt::format("\nLoad {} brings {}, but times {}, which load {} finds to be 0.\n", *missing + 1, due, name_of(loads_[*weight]), *weight + 1);
        if (missing && !wrong_->first.instead.empty())
            return out + fmt::format("\nLoad {} brings {}, which is multiplied by {}, not by {}{}.\n", *missing + 1, due, weight_at(wrong_->first.instead), weight_at(wrong_->first.weight),
                                     parts < loads_.size() ? fmt::format("; load {} takes its place there", parts + 1) : "");
        if (missing && std::ranges::count(wrong_->marks, Mark::several) > 0)
            return out + fmt::format("\nLoad {} brings {}: with which weights does line {} multiply it?\n", *missing + 1, due, loads_[*missing].at.line);
        if (missing)
            return out + fmt::format("\nLoad {} brings {}, but it is not in the sum: what happens to it after line {}?\n", *missing + 1, due,
                                     loads_[*missing].at.line);
        if (parts < loads_.size()) return out + fmt::format("\nNo load of this thread brings {}; load {} takes its place.\n", due, parts + 1);
        return out + fmt::format("\nHere the story parts from the right one: no load of this thread brings {}.\n", due);
    }

private:
    /// Of a product whose weight met an element that is not its own, or one where its own is a ghost.
    static bool displaced(Mark mark)
    {
        return mark == Mark::ghost || mark == Mark::left || mark == Mark::right_of || mark == Mark::above || mark == Mark::below || mark == Mark::elsewhere;
    }

    /// The offset of a weight, from its place in the drawing.
    Indices offset_of(std::size_t weight) const
    {
        const auto columns = std::int64_t(wrong_->columns), rows = std::int64_t(wrong_->marks.size()) / columns;
        const Indices at = {std::int64_t(weight) / columns - rows / 2, std::int64_t(weight) % columns - columns / 2};
        return wrong_->first.weight.size() == 1 ? Indices{at[1]} : at;
    }

    /// The earliest load of all that a weight met in place of its own element: sums do not always begin with the first weight.
    Found first_displaced() const
    {
        Found first;
        if (wrong_->columns <= 0) return first;
        for (std::size_t i = 0; i < wrong_->marks.size(); ++i) {
            const Found beside = displaced(wrong_->marks[i]) ? beside_weight(offset_of(i)) : Found{};
            if (beside && (!first || *beside < *first)) first = beside;
        }
        return first;
    }

    /// `Load 2 brings in[4997], which is multiplied by f[+2], not by f[-2].`; empty where that is not known, or would need rows.
    std::string other_weight(std::size_t at) const
    {
        const Load& load = loads_[at];
        if (row_ != 0 || wrong_->first.weight.size() != 1 || loads_[at].origin || load.index.size() != 1 || !brings(load, load.index)) return {};
        const std::int64_t radius = wrong_->columns / 2, own = load.index[0] - std::int64_t(wrong_->element);
        if (std::abs(own) > radius || wrong_->marks[std::size_t(own + radius)] == Mark::right) return {};     // its own weight has met it, too
        for (std::size_t i = 0; i < wrong_->marks.size(); ++i)
            if (const Indices offset = offset_of(i); offset[0] != own && displaced(wrong_->marks[i]) && beside_weight(offset) == Found(at))
                return fmt::format("\nLoad {} brings in{}, which is multiplied by {}, not by {}.\n", at + 1, subscripts(load.index), weight_at(offset), weight_at({own}));
        return {};
    }

    /// The load at which the sum parts from the right one: it brings a wrong element, one once more, none where one is missing or goes with
    /// another weight, or a weight that is 0 by mistake.
    Found parting() const
    {
        if (wrong_ == nullptr) return {};
        const WrongProduct& first = wrong_->first;
        if (first.mark == Mark::missing) {
            const Found missing = load_of(first.due);
            return missing && first.instead.empty() ? zero_beside(*missing) : beside_weight(first.weight);
        }
        if (const Found earliest = displaced(first.mark) ? first_displaced() : Found{}) return earliest;
        const Found beside = beside_weight(first.weight);
        if (beside && first.mark != Mark::again && brings_through(loads_[*beside], first.met)) return beside;
        const Found once = load_of(first.met);
        const Found again = once && first.mark == Mark::again ? load_of(first.met, *once + 1) : Found{};
        return again ? again : once;
    }

    /// The load that brings this element of the input. Through shared memory, if one does: a direct load may be the one that filled
    /// the tile, which is not part of the sum.
    Found load_of(const Indices& place, std::size_t from = 0) const
    {
        for (const bool shared : {true, false})
            for (std::size_t i = from; i < loads_.size(); ++i) {
                if (shared == loads_[i].origin.has_value() && brings_through(loads_[i], place)) return i;
            }
        return {};
    }

    /// By itself, or as what a thread stored in the tile.
    bool brings_through(const Loaded& load, const Indices& place) const
    {
        return load.origin ? load.origin->load && brings(*load.origin->load, place) : brings(load, place);
    }

    /// Index and value: arrays have elements of the same index. A texture may have changed the value.
    bool brings(const Load& load, const Indices& place) const
    {
        if (place.empty() || load.space != Space::global) return false;
        const std::int64_t flat = flat_index(place);
        if (load.index != place && load.index != Indices{flat}) return false;
        return load.texture || (flat < std::int64_t(in_.size()) && load.value == double(in_[std::size_t(flat)]));
    }

    std::int64_t flat_index(const Indices& place) const
    {
        if (place.size() == 1) return place[0];
        return place[0] * row_ + place[1] * across_ + (place.size() > 2 ? place[2] : 0);
    }

    /// The load whose value this weight is multiplied with. Weights and elements take turns: one that is left without a weight, at
    /// the end, shows which of the two comes first.
    Found beside_weight(const Indices& offset) const
    {
        const auto columns = std::int64_t(wrong_->columns), rows = std::int64_t(wrong_->marks.size()) / std::max<std::int64_t>(columns, 1);
        if (rows * columns != std::int64_t(weights_.size()) || offset.empty() || offset.size() > 2) return {};
        Indices place = {offset.back() + columns / 2};
        if (offset.size() == 2) place.insert(place.begin(), offset.front() + rows / 2);
        const Indices flat = {offset.size() == 2 ? place[0] * columns + place[1] : place[0]};
        const auto weight = std::ranges::find_if(loads_, [&](const Loaded& load) {
            return (load.index == place || load.index == flat) && load.value == double(weights_[std::size_t(flat[0])]);
        });
        if (weight == loads_.end()) return {};
        const auto at = std::size_t(weight - loads_.begin());
        const bool weight_last = loads_.back().array == weight->array;
        const std::size_t beside = weight_last ? at - 1 : at + 1;       // at 0: wraps beyond the last
        return beside < loads_.size() && loads_[beside].array != weight->array ? Found(beside) : Found{};
    }

    /// The load of the weight that is multiplied with what this one brings, if that is 0 and should not be. They take turns: the last load of
    /// all shows which of a pair comes first.
    Found zero_beside(std::size_t at) const
    {
        const std::size_t beside = loads_.back().array == loads_[at].array ? at - 1 : at + 1;       // at 0: wraps beyond the last
        const bool weight = beside < loads_.size() && loads_[beside].array != loads_[at].array && !loads_[beside].origin;
        return weight && loads_[beside].value == 0 ? Found(beside) : Found{};
    }

    /// `d_in[98] (row 2, column 2)`: a flat index in an array of rows
    std::string with_row(const Load& load) const
    {
        const bool rows = load.shape.empty() || (load.shape.size() == 1 && row_ > 0 && load.shape.front() % row_ == 0);
        if (row_ == 0 || !rows || load.space != Space::global || load.index.size() != 1 || load.index.front() < 0) return name_of(load);
        const std::int64_t row = load.index.front() / row_, rest = load.index.front() % row_;
        return fmt::format("{} (row {}, column {}{})", name_of(load), row, rest / across_,
                           across_ > 1 ? fmt::format(", byte {}", rest % across_) : "");
    }

    /// `line 54: s_tile[2][14] = 3, stored in line 41 by thread (14,2), which had loaded d_in[12] (row 0, column 12)`
    std::string told(const Loaded& load) const
    {
        std::string out = load.at.line > 0 ? fmt::format("line {}: ", load.at.line) : std::string();
        out += fmt::format("{}{} = {}", load.texture ? "fetched " : "", load.origin ? name_of(load) : with_row(load), value_of(load));
        if (load.origin) {
            out += fmt::format(", stored in line {} by thread {}", load.origin->at.line, index(load.origin->thread));
            if (load.origin->load) out += ", which had loaded " + with_row(*load.origin->load);
        }
        return out;
    }

    std::span<const Loaded> loads_;
    const Footprint* wrong_;                ///< nullptr: no product is known to be wrong
    std::span<const float> in_, weights_;
    std::int64_t row_;                      ///< values in a row of the output, and of the input
    int across_;
};

}  // namespace

std::string load_story(const std::vector<Loaded>& loads, const std::optional<Footprint>& footprint, const Inputs& inputs, const Output& output)
{
    return Story(loads, footprint && footprint->wrong > 0 ? &*footprint : nullptr, inputs, output).text();
}

}  // namespace halo::lab
