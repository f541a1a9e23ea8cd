#include "job.hpp"

#include "errors.hpp"
#include "text.hpp"

namespace halo::grader {
sandbox::Outcome run_job(const sandbox::Job& job, const sandbox::Policy& policy, Sharing sharing)
{
    sandbox::Outcome outcome = sandbox::run(job, policy);
    if (outcome.by_wall_clock && sharing == Sharing::with_others) throw StoppedByWallClock();
    if (outcome.how != sandbox::How::fault) return outcome;
    Message message = message_from_text(printable(outcome.text, true));
    if (message.headline.empty()) message.headline = "the sandbox failed";
    throw GraderFault(message);
}

}  // namespace halo::grader
