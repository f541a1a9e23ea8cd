#pragma once
// Spreads submissions over a cluster's nodes and brings their judgements back, whatever happens to tasks and nodes meanwhile.

#include <functional>
#include <string>
#include <vector>

#include "judging/executor/queue.hpp"
#include "judging/executor/spool.hpp"

namespace halo::grader::judging {

struct Distribution {
    unsigned chunk = 20;         ///< submissions in a task, at most
    double poll_s = 2;           ///< between two looks at queue and spool
    double patience_s = 600;     ///< with a queue that does not answer, or whose nodes are not there
    double grace_s = 60;         ///< until what a task wrote must be visible here, on a slow file system
};

/// Called once for each task, with its number in `tasks` and a judgement for each function asked.
using Take = std::function<void(std::size_t task, const std::vector<Judgement>& judgements)>;

/// Returns when every task has been taken. What earlier runs left in spool and queue counts, if it is about one of these tasks; the rest is cancelled.
/// Throws GraderFault if the queue refuses; then a later call goes on from there.
void distribute(const std::vector<RemoteTask>& tasks, const Terms& terms, Spool& spool, Queue& queue, const Distribution& how, const Take& take);

/// Minutes that cover the worst case of one of these tasks, plus what the others commonly need.
unsigned minutes_for(const std::vector<const RemoteTask*>& tasks, const Settings& settings);

}  // namespace halo::grader::judging
