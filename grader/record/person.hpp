#pragma once
// Who a student's folder belongs to.

#include <string>

namespace halo::grader::record {

/// As the roster says, or an LMS; every field may be empty.
struct Person {
    std::string id = {}, name = {}, mail = {}, section = {};
    std::string question = {};     ///< what nobody but a person can tell: whose folder it is; empty: nothing
};

}  // namespace halo::grader::record
