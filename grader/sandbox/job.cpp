#include "sandbox/job.hpp"

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::sandbox {
Outcome run_job(const Job& job, const Confinement& confinement, Sharing sharing, Stage stage)
{
    Outcome outcome = run(job, confinement);
    usage().add(stage, outcome);
    const bool fault = outcome.how == How::fault;
    if (sharing == Sharing::with_others && (fault || outcome.by_wall_clock || outcome.killed_from_outside)) throw Disturbed();
    if (!fault) return outcome;
    Message message = message_from_text(printable(outcome.text, true));
    if (message.headline.empty()) message.headline = "the sandbox failed";
    throw GraderFault(message);
}

std::string under_load(const Outcome& outcome)
{
    constexpr double kBusy = 0.5;
    if (!outcome.by_wall_clock || outcome.busy_elsewhere < kBusy) return {};
    return fmt::format("meanwhile other programs used {:.0f} % of this machine's processors", 100 * outcome.busy_elsewhere);
}

}  // namespace halo::grader::sandbox
