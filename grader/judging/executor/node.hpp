#pragma once
// What a task of the queue does, on whatever machine it was started: `grader chunk SPOOL PLACE`.

#include <filesystem>

#include "judging/executor/queue.hpp"

namespace halo::grader::judging {

/// Judges the chunk's submissions one after the other, and adds a result to the spool for each. It never opens the ledger.
/// Throws GraderFault if this machine cannot judge.
void judge_chunk(const std::filesystem::path& spool, Place place);

}  // namespace halo::grader::judging
