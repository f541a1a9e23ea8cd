#pragma once
// The folder through which the grader has a class timed on another machine: a request in, an answer for each time out.
//
//   3/task.sh     what the queue starts
//   3/request     what to time, with the submissions' bytes
//   3/0.log       what the task printed
//   3/answers/…   a time each, and last the card

#include <functional>
#include <string>

#include "judging/executor/queue.hpp"
#include "speed/request.hpp"

namespace halo::grader::speed {

/// Which cards a request knows is part of it. `progress` is not: nobody looks at a node.
class CardSpool {
public:
    /// Creates it, for its owner only. Throws GraderFault.
    explicit CardSpool(std::filesystem::path folder);

    const std::filesystem::path& folder() const { return folder_; }

    /// Returns the number of the task, for the queue's batch.
    unsigned write(const TimingRequest& request);
    std::filesystem::path script(unsigned number) const;
    /// The last lines that the task printed; empty if it printed nothing.
    std::string log_tail(unsigned number) const;

    /// Passes on what has arrived and was not passed on before. Damaged answers count as absent.
    void collect(const TakeTiming& take, const std::function<void(const CardUse&, unsigned number)>& end) const;

    /// When everything is timed.
    void remove() const;

private:
    std::filesystem::path folder_;
    unsigned next_ = 0;
};

/// On the node. Throws GraderFault if it is absent or damaged.
TimingRequest read_timing_request(const std::filesystem::path& spool, unsigned number);
void answer_time(const std::filesystem::path& spool, unsigned number, const record::TimingKey& key, const record::Timing& timing);
void answer_end(const std::filesystem::path& spool, unsigned number, const CardUse& use);

}  // namespace halo::grader::speed
