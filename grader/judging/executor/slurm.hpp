#pragma once
// Slurm's queue, through sbatch, squeue, sinfo and scancel.

#include <string>
#include <vector>

#include "judging/executor/queue.hpp"

namespace halo::grader::judging {

class Slurm final : public Queue {
public:
    /// `more` goes to sbatch after our own options, which it may overrule; at most `at_once` tasks of an array run at a time (0: as many as fit).
    /// Throws UsageError if this machine has no Slurm.
    Slurm(const std::filesystem::path& spool, std::vector<std::string> more, unsigned at_once);

    void submit(unsigned batch, std::size_t tasks, const std::filesystem::path& script, const Demand& demand) override;
    std::optional<std::vector<QueuedTask>> tasks() override;
    std::vector<std::string> down() override;
    void cancel(const std::vector<QueuedTask>& tasks) override;

    /// `halo-4f0c71aa92b3-`: every batch of this spool is called so, followed by its number. Only by this name a later run finds its tasks.
    static std::string name_of(const std::filesystem::path& spool);

private:
    std::string name_;
    std::vector<std::string> more_;
    unsigned at_once_;
};

/// A line of squeue, as we ask for it; nothing if it is not about a batch of this name.
std::optional<QueuedTask> task_in(const std::string& line, const std::string& name);

}  // namespace halo::grader::judging
