#pragma once
// What a lab's judge says of its tests.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::grader::course {

/// A test that a course wants to add, by its place in the list, and why the judge does not take it.
struct RefusedTest {
    std::size_t number = 0;
    Message why;
};

/// A lab's own tests by function, and what its judge says to those that a course adds.
struct LabTests {
    std::map<std::string, std::vector<std::string>> of;
    std::vector<RefusedTest> refused;
};

}  // namespace halo::grader::course
