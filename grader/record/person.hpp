#pragma once
// Who a student's folder belongs to.

#include <string>
#include <vector>

namespace halo::grader::record {

/// What was received, may be somebody's work, and counts for nobody, or for no lab.
struct Unplaced {
    std::string path = {};
    std::string why = {};          ///< `no .cu file`
    std::vector<std::string> labs = {};     ///< those that were graded then: it may be of any of them
};

/// As the roster says, or an LMS; every field may be empty.
struct Person {
    std::string id = {}, name = {}, mail = {}, section = {};
    std::string question = {};     ///< what nobody but a person can tell: whose folder it is; empty: nothing
    std::string group = {};        ///< whose members share their work
    std::string stranger = {};     ///< why the roster has no such person; empty: it has, or there is no roster
    bool another = false;          ///< and a number says that it is nobody of the roster
    std::vector<Unplaced> unplaced = {};
};

}  // namespace halo::grader::record
