#include "job.hpp"

#include <algorithm>
#include <string>

#include "message.hpp"
#include "text.hpp"

namespace halo::grader {
namespace {

/// The three lines of a fault, taken apart again.
Message taken_apart(const std::string& text)
{
    Message message;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (line.starts_with("  where: ")) message.where = line.substr(9);
        else if (line.starts_with("  try:   ")) message.advice = line.substr(9);
        else if (message.headline.empty()) message.headline = line;
        at = end + 1;
    }
    return message;
}

}  // namespace

sandbox::Outcome run_job(const sandbox::Job& job, const sandbox::Policy& policy, Company company)
{
    sandbox::Outcome outcome = sandbox::run(job, policy);
    if (outcome.by_wall_clock && company == Company::beside_others) throw StoppedByWallClock();
    if (outcome.how != sandbox::How::fault) return outcome;
    Message message = taken_apart(printable(outcome.text, true));
    if (message.headline.empty()) message.headline = "the sandbox failed";
    throw GraderFault(message);
}

}  // namespace halo::grader
