#pragma once
// A class that nobody taught, for the tests of pages.

#include <cstddef>

#include "gradebook/table.hpp"

namespace halo::grader::test {

/// As many students as asked for, in the course's 15 labs, with every verdict, mark and kind of name. The same each time.
/// With `hostile` markup is in every string that a student, a file or a card could choose.
gradebook::Table made_up_class(std::size_t students, bool hostile = false);

}  // namespace halo::grader::test
