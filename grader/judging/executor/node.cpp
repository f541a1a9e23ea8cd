#include "judging/executor/node.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "course/manifest.hpp"
#include "judging/class.hpp"
#include "judging/executor/spool.hpp"
#include "judging/kit.hpp"
#include "judging/one_file.hpp"
#include "machine/errors.hpp"

namespace halo::grader::judging {
namespace {

class Node {
public:
    Node(const ChunkFile& chunk, const std::vector<course::LabBuild>& labs, const course::Manifest& manifest)
        : chunk_(chunk), labs_(labs), confinement_(confinement_of(chunk.terms)), staging_(confinement_), kit_(manifest, labs, staging_), compiler_(kit_, staging_, confinement_, chunk.terms.settings)
    {
    }

    RemoteResult judge(const RemoteTask& task)
    {
        const sandbox::Sharing sharing = chunk_.alone ? sandbox::Sharing::alone : sandbox::Sharing::with_others;
        const course::LabBuild& lab = *std::ranges::find(labs_, task.lab, &course::LabBuild::lab);
        const Judge judge(lab, kit_, confinement_, sharing);
        const std::string bytes(task.bytes);
        std::unique_ptr<Assessment> assessment;
        RemoteResult result{task.id, false, {}};
        for (const Asked& asked : task.asked) {
            try {
                if (!assessment)
                    assessment = std::make_unique<Assessment>(lab, bytes, compiler_, staging_, confinement_, chunk_.terms.settings, std::to_string(count_++), sharing);
                result.judgements.push_back(assessment->judge(judge, asked.function, asked.seed));
            } catch (const sandbox::Disturbed&) {
                return {task.id, true, {}};
            } catch (const std::exception& error) {
                result.judgements.push_back(fault(asked.function, error));
            }
        }
        return result;
    }

    static sandbox::Confinement confinement_of(const Terms& terms)
    {
        sandbox::Confinement confinement;
        confinement.sandboxed = terms.settings.sandboxed;
        confinement.bwrap = terms.bwrap;
        return confinement;
    }

private:
    const ChunkFile& chunk_;
    const std::vector<course::LabBuild>& labs_;
    sandbox::Confinement confinement_;
    sandbox::StagingDir staging_;
    Kit kit_;
    Compiler compiler_;
    std::size_t count_ = 0;
};

/// The chunk's labs, as they are built here; a build that differs from the grader's would judge by other rules.
std::vector<course::LabBuild> labs_of(const ChunkFile& chunk, const course::Manifest& manifest)
{
    std::set<std::tuple<std::string, std::string, std::string>> wanted;
    for (const RemoteTask& task : chunk.tasks) wanted.emplace(task.lab, task.harness, task.tests);
    std::vector<course::LabBuild> labs;
    HarnessHash here(manifest);
    for (const auto& [lab, harness, tests] : wanted) {
        labs.push_back(manifest.select({lab}).front());
        labs.back().tests = tests;
        if (here.of(labs.back()) != harness)
            throw GraderFault({fmt::format("the build of {} on this machine is not the one that the grader began with", lab), chunk.terms.manifest.string(),
                               "leave the build folder alone while a run is going on, and share it with all machines"});
    }
    return labs;
}

}  // namespace

void judge_chunk(const std::filesystem::path& spool, Place place)
{
    const ChunkFile chunk(spool, place);
    if (const std::string reason = sandbox::why_not(Node::confinement_of(chunk.terms)); !reason.empty()) throw GraderFault(message_from_text(reason));
    const course::Manifest manifest = course::read_manifest(chunk.terms.manifest);
    const std::vector<course::LabBuild> labs = labs_of(chunk, manifest);
    Node node(chunk, labs, manifest);
    for (const RemoteTask& task : chunk.tasks) {
        write_result(spool, place, node.judge(task));
        fmt::print(stderr, "judged {} {}\n", task.whose, task.lab);
    }
}

}  // namespace halo::grader::judging
