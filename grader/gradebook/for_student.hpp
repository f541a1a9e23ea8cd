#pragma once
// What a student may see of a judgement.

#include "findings/judgement.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::gradebook {

enum class Audience { student, instructor };

/// The judgement without anything about a hidden test: neither its name, nor a size, a value, a line, or a byte that the program printed while it may have run. What
/// remains is that there was one, and whether it passed, failed or did not run; however it failed, its verdict is a wrong result. If the headline is about a hidden test, there
/// is a general one instead. A judgement that hides nothing is returned as it is.
///
/// That it failed cannot help but reveal something about a hidden test: a student who hands in often enough can use it to check a guess.
Judgement for_student(const Judgement& judgement);

/// A judgement without what is not for this audience: a student learns neither how a forgery was found nor what a hidden test asks.
Judgement shown_to(Audience audience, const Judgement& judgement);

/// A student's row with such judgements: whatever sums them up says no more than they do.
/// Where no file counts, it says what arrived, and nothing of where the instructor keeps it.
Judgement shown_to(Audience audience, const Cell& cell);
Row shown_to(Audience audience, Row row);

}  // namespace halo::grader::gradebook
