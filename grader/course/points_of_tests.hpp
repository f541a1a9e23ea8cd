#pragma once
// What a function earns for single tests. A course may give a test points of its own; they are a part of the function's:
//
//   earned = Σ points of a test · credit of its own verdict  +  (points of the function − Σ points of its tests) · share of the function's verdict
//
// The share is what a function without such tests earns of all its points: credit, and reuse. The deduction for a leak is a part of all points.
//
// A test that did not run earns nothing, since its result is not known. No test earns anything if nothing was judged (missing, does not compile, refused by the gate), if
// the result of any test is implausible, if the file was handed in as it was handed out, or if the results were tampered with, which the judge counts as a crash in every test.

#include <functional>
#include <string>

#include "course/tests_of_course.hpp"

namespace halo::grader::course {

/// Of the tests of one function that have points of their own.
struct TestPoints {
    double worth = 0;               ///< of all
    double earned = 0;
    std::size_t of = 0, passed = 0, not_run = 0;

    /// `5 of 7 tests passed, 1 not run: 11 of 20`
    std::string text() const;
};

TestPoints points_of_tests(const TestsOfLab& tests, const Judgement& judgement, const std::function<double(Verdict)>& credit);

}  // namespace halo::grader::course
