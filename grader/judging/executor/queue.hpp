#pragma once
// What the grader asks of a cluster's queue, and nothing more. Slurm is one; tests have another.

#include <compare>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace halo::grader::judging {

/// A chunk of submissions in the spool: the queue's task with this index in this batch judges it.
struct Place {
    unsigned batch = 0, index = 0;

    std::string text() const;                                   ///< `3/17`
    static std::optional<Place> from(const std::string& text);
    auto operator<=>(const Place&) const = default;
};

/// What each task of a batch needs.
struct Demand {
    unsigned minutes = 0;                ///< then the queue may end it
    std::size_t memory_mib = 0;
    bool alone = false;                  ///< nothing else on its node
    bool card = false;                   ///< a GPU of its own
    std::vector<std::string> without;    ///< nodes that must not get it
};

enum class Phase { waiting, running, ended };

/// How a task ended.
enum class End {
    well,            ///< by itself, with exit code 0
    died,            ///< with another code, or by a signal
    limit,           ///< the queue ended it at its limit of time or memory
    lost,            ///< its node went down, or others were given its place
    cancelled,
};

struct QueuedTask {
    Place place;
    Phase phase = Phase::waiting;
    End end = End::well;         ///< if it has ended
    std::string id;              ///< the queue's own name for it
    std::string node;            ///< where it runs or ran; empty: nowhere yet
    std::string reason;          ///< why it waits, in the queue's words
    bool refused = false;        ///< for that reason it will wait for ever, unless somebody changes the queue
};

/// The queue does not take a batch; what() is what it said.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Queue {
public:
    virtual ~Queue() = default;
    /// Queues `script` for the indices 0 to `tasks` - 1 of a batch; each appends what it prints to the file `log`(index). Throws Refused.
    virtual void submit(unsigned batch, std::size_t tasks, const std::filesystem::path& script, const Demand& demand) = 0;
    /// Every task that this spool has in the queue, and those that ended lately. Nothing: the queue does not answer.
    virtual std::optional<std::vector<QueuedTask>> tasks() = 0;
    /// Nodes that are down; what runs there counts as lost.
    virtual std::vector<std::string> down() = 0;
    virtual void cancel(const std::vector<QueuedTask>& tasks) = 0;
};

}  // namespace halo::grader::judging
