#include "harness/inquiry.hpp"

#include <utility>

namespace halo::lab {

namespace {

// Products in all calls of one inquiry: the engine makes about 30 million in a second.
constexpr double kAffordable = 5e6, kDearest = 2e7;

/// Products that the function is asked to make.
double cost(const TapQuestion& q) { return q.products * double(q.calls()); }

/// How the function is asked at this size; nothing if it cannot be, or would take longer than anybody waits.
std::optional<TapQuestion> question_at(const Judged& kind, const Size& size)
{
    auto question = kind->question(size);
    if (question && cost(*question) > kDearest) question.reset();
    return question;
}

double telling(const Size& size)
{
    const double elements = double(size.extent().count()) * size.out_channels;
    return size.width == size.height ? elements / 4 : elements;
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
        const auto question = question_at(kind, size);
        Inquiry inquiry{one.index, {function, {}, one.element, true}, question ? cost(*question) : 0.0, telling(size)};
        if (!best || better(inquiry, *best)) best = std::move(inquiry);
    }
    if (!best) return {};

    const PlannedCall& call = calls[best->call];
    best->request.calls.push_back(kind->make_inputs(call.size, call.seed));
    if (const auto question = question_at(kind, call.size))
        for (AskedCall& arrays : calls_of(*question)) best->request.calls.push_back({call.size, std::move(arrays)});
    return best;
}

Learned learned_from(const Lab& lab, const PlannedCall& call, const Inquiry& inquiry, const Answer& answer)
{
    Learned learned;
    const Response response = response_from(answer.response, inquiry.request.calls.size());
    if (!response.calls.empty() && response.calls.front().finished) learned.history = response.calls.front().facts.history;
    const auto question = question_at(lab.find(inquiry.request.function)->kind, call.size);
    if (!question) return learned;

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
