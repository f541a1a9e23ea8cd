#pragma once
// Responses that a program might have written, for a test to spoil. No kernel runs.

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/judge.hpp"
#include "kinds/convolution/kind.hpp"

namespace halo::lab::test {

inline constexpr const char* kFunction = "conv2d_tiled";

/// Of any kind: what its size lacks of these is left out.
inline Size sized(const Judged& kind, int width, int height)
{
    Size size = kind->size();
    if (int* const of = size.find("width")) *of = width;
    if (int* const of = size.find("height")) *of = height;
    return size;
}

inline Lab some_lab(Judged kind = Conv2d{.radius = 2, .tile = 16})
{
    Lab lab{"07_conv2d_tiled", "conv2d_tiled.cu", {}, {}, {}};
    lab.cases.push_back({kFunction, "small", {sized(kind, 1, 1), sized(kind, 33, 17)}, false});
    lab.cases.push_back({kFunction, "measured", {sized(kind, 200, 136)}, true});
    lab.functions.push_back({.name = kFunction, .kind = std::move(kind)});
    return lab;
}

/// The results of an honest program with a right kernel, call by call, for a test to spoil.
struct Results {
    Lab lab;
    std::vector<PlannedCall> calls = plan(lab, kFunction, 5, 0);
    Request request = request_for(lab, kFunction, calls);
    std::vector<std::vector<float>> values;
    std::vector<Facts> facts;
    std::string ended = "exit:0";
    std::size_t finished = 6;                   ///< calls that came back
    bool end_mark = true;
    Predictions predictions = {};               ///< that the reader was asked for

    explicit Results(Judged kind = Conv2d{.radius = 2, .tile = 16}) : lab(some_lab(std::move(kind)))
    {
        for (const Inputs& inputs : request.calls) {
            const Expected expected = lab.functions[0].kind->solve(inputs);
            values.push_back(expected.want);
            Counters& counters = facts.emplace_back().counters.emplace();
            counters.launches = 1;
            counters.global_stores = expected.want.size();
            counters.global_loads = std::uint64_t(*expected.loads.tiled);
            facts.back().input_use = InputUse{.outputs = expected.want.size(), .stored = expected.want.size()};
        }
    }

    std::string bytes() const
    {
        std::string out;
        for (std::uint32_t i = 0; i < finished; ++i)
            out += begun_record(i) + output_record(i, 0, values[i]) + facts_record(i, facts[i]);
        if (finished < values.size()) out += begun_record(std::uint32_t(finished));
        return end_mark ? out + end_record() : out;
    }
    /// Results of which a test has removed the counts are a GPU's.
    MadeBy made_by() const
    {
        const bool counted = std::ranges::all_of(facts, [](const Facts& f) { return f.counters && f.input_use; });
        return counted ? MadeBy::engine : MadeBy::gpu;
    }
    DetailedJudgement judged() const { return judge(lab, kFunction, calls, bytes(), ended, {}, predictions, made_by()); }
    DetailedJudgement judged_with(const std::string& answer) const
    {
        return judge(lab, kFunction, calls, bytes(), ended, Answer{answer, "exit:0"}, {}, made_by());
    }
    /// All calls return what this function computes.
    void computed_by(const std::function<std::vector<float>(const Inputs&)>& function)
    {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = function(request.calls[i]);
    }
};

inline Finding found(FindingKind kind)
{
    Finding finding;
    finding.kind = kind;
    finding.at = {"conv2d_tiled.cu", 31};
    return finding;
}

/// A pixel of the input; 0 outside the image.
using Pixel = std::function<float(int x, int y)>;

/// What kFunction would return if the product of output (x,y) with the weight at (dx,dy) met `element(pixel, x, y, dx, dy)`.
inline std::vector<float> convolved(const Inputs& inputs, const std::function<float(const Pixel&, int, int, int, int)>& element)
{
    const auto [width, height] = inputs.size.as<ImageSize>().extent();
    const std::vector<float>&in = inputs.arrays[0], &filter = inputs.arrays[1];
    const Pixel pixel = [&](int x, int y) {
        const bool ghost = x < 0 || x >= width || y < 0 || y >= height;
        return ghost ? 0.0f : in[std::size_t(y * width + x)];
    };
    std::vector<float> out(in.size(), 0.0f);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    out[std::size_t(y * width + x)] += filter[std::size_t((dy + 2) * 5 + dx + 2)] * element(pixel, x, y, dx, dy);
    return out;
}

/// What a program that computes `function` answers to an inquiry.
inline std::string answer_of(const Inquiry& inquiry, const std::function<std::vector<float>(const Inputs&)>& function, const Facts& facts = {})
{
    std::string out;
    for (std::uint32_t i = 0; i < inquiry.request.calls.size(); ++i)
        out += begun_record(i) + output_record(i, 0, function(inquiry.request.calls[i])) + facts_record(i, facts);
    return out + end_record();
}

inline std::vector<float> right(const Inputs& inputs) { return Conv2d{.radius = 2, .tile = 16}.solve(inputs).want; }

}  // namespace halo::lab::test
