#pragma once
// What a student may see of a judgement. Whatever goes to a platform that shows it to students goes through here, and nothing else does.

#include "findings/judgement.hpp"

namespace halo::grader::exports {

/// The judgement as its student may read it.
inline Judgement for_student(Judgement judgement) { return judgement; }

/// Is this case one that students must not see?
inline bool is_hidden(const JudgedCase&) { return false; }

}  // namespace halo::grader::exports
