#pragma once
// `grader run --executor slurm`: everything between the grader and a cluster.

#include <filesystem>
#include <string>
#include <vector>

#include "judging/executor/distribution.hpp"

namespace halo::grader::judging {

struct ClusterOptions {
    std::filesystem::path spool;         ///< empty: `spool` in the folder of the ledger
    std::vector<std::string> sbatch;     ///< more options for sbatch
    std::vector<std::string> card_sbatch;   ///< the same for the task with a card; empty: those
    unsigned at_once = 0;                ///< tasks; 0: as many as the queue allows
    Distribution how;
};

/// The same for everything that can change a judgement: then what an earlier run left in the spool counts. `again` tells one judging of a file from the next.
std::string id_of(const std::string& content, const RemoteTask& task, const Terms& terms, const std::string& again);

/// As distribute(), through Slurm. Afterwards nothing is left in spool and queue.
void judge_on_cluster(const ClusterOptions& options, const std::vector<RemoteTask>& tasks, const Terms& terms, const Take& take);

}  // namespace halo::grader::judging
