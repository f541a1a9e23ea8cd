#pragma once
// The folder through which the grader and its tasks on other machines talk: chunks of submissions in, a result for each submission out. It must lie on a
// file system that all of them see. Every file is written beside its name and renamed, and begins with its checksum.
//
//   batches/3/task.sh      what the queue starts
//   batches/3/17.chunk     which submissions, with their bytes, the seeds of their inputs and the limits
//   batches/3/17.log       what the task printed
//   results/3/ID.ATTEMPT   the judgements of one submission; of several attempts the first that is whole counts

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/judgement.hpp"
#include "judging/executor/queue.hpp"
#include "judging/settings.hpp"

namespace halo::grader::judging {

/// One function to judge, with the seed of its inputs.
struct Asked {
    std::string function;
    std::uint64_t seed = 0;
};

/// One file for one lab, to be judged on another machine.
struct RemoteTask {
    std::string id;              ///< the same for everything that can change a judgement, also in a later run
    std::string lab, harness;
    std::vector<Asked> asked;
    std::string_view bytes;      ///< the student's file
    std::string whose;           ///< for people
    std::string tests = {};      ///< what the course adds to the lab's: see LabBuild. `harness` depends on it
};

/// What all tasks of a run share.
struct Terms {
    std::filesystem::path manifest, bwrap;
    Settings settings;
};

/// What became of one submission on a node.
struct RemoteResult {
    std::string id;
    bool disturbed = false;      ///< something outside ended a job while others ran: judge it again, alone
    std::vector<Judgement> judgements;
};

/// A chunk as its task reads it.
class ChunkFile {
public:
    /// Throws GraderFault if it is absent or damaged.
    ChunkFile(const std::filesystem::path& spool, Place place);
    ChunkFile(const ChunkFile&) = delete;

    Terms terms;
    bool alone = false;
    std::vector<RemoteTask> tasks;       ///< their bytes are views into this object

private:
    std::string content_;
};

class Spool {
public:
    /// Creates it, for its owner only: it holds students' files and the seeds.
    explicit Spool(std::filesystem::path folder);

    const std::filesystem::path& folder() const { return folder_; }

    /// Makes the folder of the next batch, with a chunk for each list of tasks, and the script, which starts this program. Returns the batch's number.
    unsigned write_batch(const Terms& terms, bool alone, const std::vector<std::vector<const RemoteTask*>>& chunks);
    std::filesystem::path script(unsigned batch) const;
    /// The last lines that a task printed; empty if it printed nothing.
    std::string log_tail(Place place) const;
    /// The ids in a chunk; empty if it cannot be read.
    std::vector<std::string> ids_in(Place place) const;

    /// Passes on every result that has arrived, with its batch, and removes it once `take` returns. A damaged one comes with its id alone.
    void collect(const std::function<void(const RemoteResult&, unsigned batch, bool whole)>& take) const;

    /// When everything is judged.
    void remove() const;

private:
    std::filesystem::path folder_;
    unsigned next_ = 0;
};

/// On the node: adds a result. Never replaces another attempt's.
void write_result(const std::filesystem::path& spool, Place place, const RemoteResult& result);

}  // namespace halo::grader::judging
