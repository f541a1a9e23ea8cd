#include "harness/judge/inquiry.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace halo::lab {

namespace {

// Products in all calls of one inquiry: the engine makes about 30 million in a second.
constexpr double kAffordable = 5e6, kDearest = 2e7;

double cost(const TapQuestion& q, std::uint64_t threads) { return double(q.calls()) * (q.products + q.thread * double(threads)); }

/// How much a call of this size shows: the elements of its input, or of its output where the input's extents do not matter. In a square image an exchange of x and y leaves every size right, and shows less; five times
/// as many elements make up for that, no fewer: 32 x 16 says more than 48 x 48.
double telling(const Judged& kind, const Size& size)
{
    std::vector<std::int64_t> in = kind->geometry(size).in;
    const std::vector<std::int64_t> extents = in.empty() ? kind->output(size).shape : in;
    const double elements = std::accumulate(extents.begin(), extents.end(), 1.0, std::multiplies<>());
    std::ranges::sort(in);
    return std::ranges::adjacent_find(in) != in.end() ? elements / 5 : elements;
}

}  // namespace

bool better(const Inquiry& a, const Inquiry& b)
{
    if (b.cost > kAffordable) return a.cost < b.cost;
    return a.cost <= kAffordable && a.telling > b.telling;
}

std::optional<Inquiry> inquiry_about(const Lab& lab, const std::string& function, std::span<const PlannedCall> calls,
                                     std::span<const WrongCall> wrong)
{
    const Judged& kind = lab.find(function)->kind;
    std::optional<Inquiry> best;
    for (const WrongCall& one : wrong) {
        const Size& size = calls[one.index].size;
        const auto question = kind->question(size);
        Inquiry inquiry{one.index, {function, {}, one.element, true}, question ? cost(*question, one.threads) : 0.0, telling(kind, size)};
        if (!best || better(inquiry, *best)) best = std::move(inquiry);
    }
    if (!best) return {};

    const PlannedCall& call = calls[best->call];
    best->request.calls.push_back(kind->make_inputs(call.size, call.seed));
    if (const auto question = kind->question(call.size); question && best->cost <= kDearest)
        for (AskedCall& arrays : calls_of(*question)) best->request.calls.push_back({call.size, std::move(arrays)});
    return best;
}

Learned learned_from(const Lab& lab, const PlannedCall& call, const Inquiry& inquiry, const Answer& answer)
{
    Learned learned;
    const Response response = response_from(answer.response, inquiry.request.calls.size());
    if (!response.calls.empty() && response.calls.front().finished) learned.history = response.calls.front().facts.history;
    const auto question = lab.find(inquiry.request.function)->kind->question(call.size);
    if (!question || response.calls.size() == 1) return learned;        // it was not asked

    std::vector<std::vector<float>> outputs;
    for (std::size_t i = 1; i < response.calls.size(); ++i) {
        const Returned& one = response.calls[i];
        const std::size_t guard = one.guard;
        if (!one.finished || one.values.size() != question->outputs + 2 * guard) return learned;
        outputs.emplace_back(one.values.begin() + std::ptrdiff_t(guard), one.values.end() - std::ptrdiff_t(guard));
    }
    learned.taps = map_from(*question, outputs);
    return learned;
}

}  // namespace halo::lab
