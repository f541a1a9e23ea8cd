// What the tasks of a cluster's queue run; no user types these.

#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "judging/executor/node.hpp"
#include "judging/executor/shared_files.hpp"
#include "machine/errors.hpp"
#include "speed/card_task.hpp"

namespace halo::grader::cli {
namespace {

struct Task {
    std::string spool, place;
};

}  // namespace

Run declare_chunk(Options& options)
{
    auto task = std::make_shared<Task>();
    options.text("SPOOL", task->spool, "").required().text("PLACE", task->place, "").required();
    return [task] {
        const auto place = judging::Place::from(task->place);
        if (!place) throw UsageError({fmt::format("grader: {} is not a place in a spool", task->place), "", "it is for the queue's tasks alone"});
        judging::judge_chunk(task->spool, *place);
        return 0;
    };
}

Run declare_clock(Options& options)
{
    auto task = std::make_shared<Task>();
    options.text("SPOOL", task->spool, "").required().text("NUMBER", task->place, "").required();
    return [task] {
        const auto number = judging::number_in(task->place);
        if (!number) throw UsageError({fmt::format("grader: {} is not a task of a spool", task->place), "", "it is for the queue's tasks alone"});
        speed::time_task(task->spool, *number);
        return 0;
    };
}

}  // namespace halo::grader::cli
