#include "judging/executor/cluster.hpp"

#include "judging/executor/slurm.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::judging {

std::string id_of(const std::string& content, const RemoteTask& task, const Terms& terms, const std::string& again)
{
    Sha256 hash;
    for (const std::string& part : {content, task.lab, task.harness, terms.settings.text(), terms.bwrap.string(), again}) hash.add_field(part);
    for (const Asked& asked : task.asked) {
        hash.add_field(asked.function);
        hash.add_field(std::to_string(asked.seed));
    }
    return hash.hex();
}

void judge_on_cluster(const ClusterOptions& options, const std::vector<RemoteTask>& tasks, const Terms& terms, const Take& take)
{
    Spool spool(options.spool);
    Slurm queue(spool.folder(), options.sbatch, options.at_once);
    distribute(tasks, terms, spool, queue, options.how, take);
    spool.remove();
}

}  // namespace halo::grader::judging
