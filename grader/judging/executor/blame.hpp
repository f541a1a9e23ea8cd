#pragma once
// Whose fault is it that a task ended before its submissions were judged: a submission's, a node's, nobody's? Nothing is tried for ever, and
// neither a submission nor a node is given up for what the other did.

#include <map>
#include <set>
#include <string>
#include <vector>

namespace halo::grader::judging {

class Blame {
public:
    explicit Blame(std::size_t submissions) : records_(submissions) {}

    // Each says whether to give the submission up.

    /// Its task died on `node` while it was being judged; `idle`: the task had judged nothing yet.
    bool died(std::size_t submission, const std::string& node, bool idle);
    /// A task that had only this submission reached the queue's limit, or ended without saying anything of it.
    bool cut(std::size_t submission) { return ++records_[submission].cuts >= 2; }
    /// Its node went down.
    bool lost(std::size_t submission) { return ++records_[submission].losses >= 5; }
    /// Its result could not be read.
    bool damaged(std::size_t submission) { return ++records_[submission].damages >= 3; }
    /// The grader failed on a node while judging it.
    bool faulted(std::size_t submission) { return ++records_[submission].faults >= 2; }

    /// Nodes on which two tasks died before they had judged anything, unless the submissions were to blame.
    const std::set<std::string>& excluded() const { return excluded_; }

private:
    struct Record {
        int deaths = 0, cuts = 0, losses = 0, damages = 0, faults = 0;
        std::set<std::string> died_on;
    };
    std::vector<Record> records_;
    std::map<std::string, std::vector<std::size_t>> suspects_;   ///< of a node's deaths: what was being judged
    std::set<std::string> excluded_;
};

}  // namespace halo::grader::judging
