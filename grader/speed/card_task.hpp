#pragma once
// `grader run --executor slurm --gpu`: a class is timed on a node with a card, by one task of the queue. One, since times of a class are only worth
// comparing if one card took them.

#include "judging/executor/cluster.hpp"
#include "speed/card_spool.hpp"

namespace halo::grader::speed {

/// Asks the queue for a task with a card, and passes its times on as they arrive. A task that ends early is followed by another, which takes the times
/// that are lacking, until two in a row took none. Whatever the queue does is not a fault: then `card.why` says why there is no card. Throws what `take` throws.
CardUse time_in_queue(CardSpool& spool, judging::Queue& queue, const judging::Distribution& how, TimingRequest request, const TakeTiming& take);

/// Through Slurm. Afterwards nothing is left in spool and queue.
CardUse time_on_cluster(const judging::ClusterOptions& options, const TimingRequest& request, const TakeTiming& take);

/// What the task does: `grader clock SPOOL NUMBER`. Throws GraderFault if this machine cannot.
void time_task(const std::filesystem::path& spool, unsigned number);

}  // namespace halo::grader::speed
