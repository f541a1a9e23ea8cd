#pragma once
// What a course says of the tests of a lab: tests that it adds to the lab's own, some of them hidden from students, and what a test is worth.
//
//   [[labs.07_conv2d_tiled.tests]]
//   function = "conv2d_tiled"
//   name = "a strip one pixel high"
//   sizes = [[131, 1], [1, 257]]
//   hidden = true
//   points = 5
//
//   [labs.07_conv2d_tiled.points_of_tests.conv2d_tiled]
//   "an image of one pixel has only ghosts as neighbours" = 2

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "course/lab_tests.hpp"
#include "findings/judgement.hpp"

namespace halo::grader::course {

/// A test that the course adds.
struct AddedTest {
    std::string function, name;
    std::vector<std::vector<std::int64_t>> sizes;       ///< the lab's judge knows what they mean
    bool hidden = false;
    std::string place;                                  ///< `course.toml:12`
};

/// Is the verdict that of a hidden test, or of a judgement that names no test where some are hidden? However such a test failed, a student learns no more than that it did:
/// neither from words nor from points.
bool failed_in_hidden(const Judgement& judgement);

/// Did a hidden test end the run before this one began?
bool ended_by_hidden(const Judgement& judgement, const JudgedCase& test);

/// The verdict of a hidden test that failed, in words and points for students.
inline constexpr Verdict kHiddenFailed = Verdict::wrong_result;

class TestsOfLab {
public:
    struct Worth {
        double points = 0;
        std::string place;
    };

    std::vector<AddedTest> added;
    std::map<std::pair<std::string, std::string>, Worth> worth;     ///< (function, test), of those that have points of their own

    bool any() const { return !added.empty() || !worth.empty(); }

    /// What the lab's judge is to be given, which can change verdicts: not the points. Empty if nothing is added.
    std::string text() const;

    /// The same judgement, its hidden tests marked.
    Judgement marked(Judgement judgement) const;

    /// Throws UsageError, with its place, for a function or test that is not there, with the nearest that is; for a test that the judge refuses; and for tests that are
    /// worth more than their function.
    void check(const std::string& lab, const LabTests& there, const std::function<double(const std::string& function)>& max_points) const;

private:
    bool hides(const std::string& function, const std::string& test) const;
};

}  // namespace halo::grader::course
