#pragma once
// Tests that a course adds to those of a lab: a sentence and sizes, as in tests.cpp, but checked when they are read.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/verdict.hpp"
#include "harness/lab/cases.hpp"

namespace halo::lab {

/// What all sizes of a function's added tests may have together, in elements of its input or output: as much as an image of 512 x 512. conv2d_tiled takes 0.2 s of
/// processor time for a call with as many, of the 40 s that a submission has for all of its calls. Each size is called twice.
inline constexpr std::int64_t kMostAddedElements = 1 << 18;
inline constexpr std::size_t kMostAddedTests = 64, kMostAddedSizes = 32;       ///< of a lab; of a test

struct CourseTest {
    std::string function, name;
    std::vector<std::vector<std::int64_t>> sizes;       ///< each as its kind's size_fields() name them
    bool hidden = false;
};

/// Why a test cannot be added.
struct RefusedTest {
    std::size_t test = 0;                               ///< its index
    Message message;
};

/// Adds them to the lab's cases, after its own, so that those keep their data. Those that are refused are left out.
std::vector<RefusedTest> add_course_tests(Lab& lab, const std::vector<CourseTest>& tests);

}  // namespace halo::lab
