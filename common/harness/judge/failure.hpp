#pragma once
// What is wrong with a call, or with the whole run: the verdict, the mistake, and the message that explains it.

#include <optional>
#include <vector>

#include "findings/evidence.hpp"
#include "findings/verdict.hpp"
#include "findings/wrong_output.hpp"
#include "harness/judge/inquiry.hpp"
#include "harness/judge/plan.hpp"
#include "harness/judge/prediction.hpp"
#include "harness/wire/wire.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

struct Failure {
    Verdict verdict = Verdict::crash;
    Mistake mistake = Mistake::wrong_result;
    Message message;
    bool tentative = false;               ///< based on so few elements that it may be chance
    std::optional<std::size_t> wrong_element = {};  ///< the first wrong one, if asking about it may explain more
    std::string size = {};                ///< of the call, for a result that was never written
    bool asked = false;                   ///< explained by the answer to an inquiry
    std::optional<WrongOutput> wrong_output = {};   ///< if it is about values
    std::size_t case_index = 0;           ///< of the case whose call it was: what ends a run fails those after it, too
};

/// One planned call with everything known about it.
struct Call {
    const Lab& lab;
    const FunctionEntry& entry;
    const PlannedCall& planned;
    const Inputs& inputs;
    const Expected& expected;
    const Earlier* earlier;                 ///< the previous call, if it had the same size
    const Returned& returned;
    const Learned* learned = nullptr;       ///< if an inquiry was made about it
    const Predictions* predictions = nullptr;       ///< if the reader was asked for some
    Judged kind = entry.kind;
    Output output = kind->output(planned.size);

    std::string size() const { return kind->describe(planned.size); }
    std::span<const float> got() const
    {
        return std::span(returned.values).subspan(returned.guard, expected.want.size());
    }
    /// Waits this count for a prediction? Predictions are about the measured case.
    bool hides(std::string_view counter) const
    {
        return predictions != nullptr && lab.cases[planned.case_index].measured && predictions->hide(counter);
    }
    const std::optional<Counters>& counters() const { return returned.facts.counters; }
};

/// The worst failure of a call; nothing when it is right.
std::optional<Failure> failure_of(const Call& call);

/// Right values at too high a cost: loads that tiles would save, and counters over the lab's limits.
std::optional<Failure> price_failure(const Call& call);

struct Remark {
    Message message;
    std::uint64_t Counters::*about = nullptr;
};

/// What a right and cheap enough call still wastes on a card.
std::vector<Remark> remarks_on(const Call& call);

/// The most of a counter that a limit allows in a call.
double most(const Limit& limit, const Expected& expected);

}  // namespace halo::lab
