#pragma once
// Times a class: what passed and has no time yet. The ledger's side; where the card is, is somebody else's question.

#include <string>

#include "course/course.hpp"
#include "judging/class.hpp"
#include "record/ledger.hpp"
#include "speed/request.hpp"

namespace halo::grader::speed {

struct TimedClass {
    std::size_t timed = 0;               ///< functions whose time was asked for in this run
    std::size_t known = 0;               ///< times that the ledger already had
    std::size_t without = 0;             ///< of `timed`, those that have none by fault of the machine
    Message why;                         ///< why nothing, or not all, was timed; empty if nothing went wrong
    std::string card, note;
    double seconds = 0;
};

/// Of the ledger's latest run, which grade() has just begun and judged. A function is timed if it passed, or passed slowly. Verdicts stay as they are.
/// Throws UsageError or GraderFault if it cannot begin; a card that cannot be used is not a fault.
TimedClass time_class(const judging::GradeOptions& options, const course::Course& course, record::Ledger& ledger, const TimeOn& where);

}  // namespace halo::grader::speed
