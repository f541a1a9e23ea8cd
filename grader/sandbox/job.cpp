#include "sandbox/job.hpp"

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::sandbox {

bool may_be_disturbed(const Outcome& outcome)
{
    return outcome.how == How::fault || (outcome.by_wall_clock && !outcome.slept()) || outcome.killed_from_outside;
}

Outcome run_job(const Job& job, const Confinement& confinement, Sharing sharing, Stage stage)
{
    Outcome outcome = run(job, confinement);
    usage().add(stage, outcome);
    if (sharing == Sharing::with_others && may_be_disturbed(outcome)) throw Disturbed();
    if (outcome.how != How::fault) return outcome;
    Message message = message_from_text(printable(outcome.text, true));
    if (message.headline.empty()) message.headline = "the sandbox failed";
    throw GraderFault(message);
}

std::string why_so_long(const Outcome& outcome)
{
    constexpr double kBusy = 0.5;
    if (outcome.slept()) return fmt::format("for {:.0f} s it used no processor: it slept, or waited for a lock", outcome.asleep_s);
    if (!outcome.by_wall_clock || outcome.busy_elsewhere < kBusy) return {};
    return fmt::format("meanwhile other programs used {:.0f} % of this machine's processors", 100 * outcome.busy_elsewhere);
}

}  // namespace halo::grader::sandbox
