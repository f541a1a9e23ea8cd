#pragma once
// What the rows of a matrix reveal of an index outside it: how it may have been computed.

#include <optional>
#include <string>

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "kinds/geometry.hpp"

namespace halo::lab {

/// The matrix whose end or start this access leaves; nothing where it leaves something else, or a single element.
std::optional<Matrix> matrix_of(const Geometry& geometry, const Finding& finding);

/// An array's size in rows: `31 rows of 35 elements`.
std::string rows_of(const Matrix& matrix);

/// A more precise cause than `general`, if an index explains both the first access and the last one:
///
///   x_and_y_exchanged, x_twice, …     the thread's own coordinates in another place
///   rows_…                            rows of another length
///   row_without_brackets              y + dy * width + x + dx
///   beyond_rows                       none of them: where the element would be, and the general cause's advice
Diagnosis cause_in_rows(const Diagnosis& general, const Geometry& geometry, const Finding& finding, const Matrix& matrix);

}  // namespace halo::lab
