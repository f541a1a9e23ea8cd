#pragma once
// course.toml: which labs a course has, when they are due, what a function is worth, and how much of that each verdict earns. course/README.md describes every key.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/deadlines.hpp"
#include "course/manifest.hpp"
#include "course/overrides.hpp"
#include "course/points_of_tests.hpp"
#include "course/prediction_credit.hpp"
#include "course/speed_credit.hpp"
#include "findings/judgement.hpp"
#include "record/step.hpp"

namespace halo::grader::course {

class CourseReader;

class Course {
public:
    std::string title = "Halo";
    std::vector<std::string> labs;   ///< the labs that it names; none: all of them
    std::string book;                ///< URL of the site that `make book` makes, with a slash at its end; empty: none is published

    std::optional<double> compile_cpu_s, run_cpu_s;     ///< if set, these four replace the limits of settings.hpp
    std::optional<std::uint64_t> compile_memory_mib, run_memory_mib;

    Deadlines deadlines;
    std::vector<Override> overrides;            ///< of overrides.toml
    std::set<std::string> extra;                        ///< labs that are extra credit
    int drop_lowest = 0;                                ///< so many labs do not count

    double max_points(const std::string& lab, const std::string& function) const;

    /// What it says of the lab's tests.
    const TestsOfLab& tests(const std::string& lab) const;
    TestPoints test_points(const std::string& lab, const Judgement& judgement) const;

    /// How the points for a verdict come about; their sum is what it earns. None for grader_fault: no points, and no points lost.
    record::Steps steps(const std::string& lab, const Judgement& judgement) const;
    /// Their sum; nullopt for grader_fault.
    std::optional<double> points(const std::string& lab, const Judgement& judgement) const;

    /// What speed earns there, on top; nothing unless the course says so.
    std::optional<SpeedCredit> speed(const std::string& lab, const std::string& function) const;
    /// What a lab's predictions earn, on top; nothing unless the course says so.
    std::optional<PredictionCredit> predictions(const std::string& lab) const;

    /// Throws UsageError, with file, line and the nearest name, for a lab or a function that is not there, and for what is said of a lab that has no such thing: predictions of
    /// one that asks for none, an extension of one without a deadline. `labs`: all that were built, whichever are graded. `functions_of` is called for those named; none: not known here.
    void check(const std::vector<LabBuild>& labs, const std::function<std::vector<std::string>(const LabBuild&)>& functions_of) const;
    /// Throws UsageError, with file, line and the nearest name, for an unknown student. Returns what is worth a line and no error: a section that nobody is in.
    std::vector<std::string> check_people(const Roll& roll) const;

private:
    double credit(Verdict verdict) const;
    friend class CourseReader;

    /// A lab, or a function of it, and where it is written.
    struct Named {
        std::string lab, function, place;
        bool key = false;               ///< it is a key under [labs.…], and may be meant to be another one
    };

    double default_points_ = 10;
    double full_reuse_ = 0.9;
    std::optional<double> no_reuse_;                                ///< credit of a pass without reuse; absent: that of slow_pattern
    std::map<std::pair<std::string, std::string>, double> points_;  ///< (lab, function)
    std::map<Verdict, double> credit_{{Verdict::passed, 1.0}};      ///< fraction; absent: 0
    std::map<std::pair<std::string, std::string>, SpeedCredit> speed_;
    std::map<std::string, TestsOfLab> tests_;                ///< by lab
    std::map<std::string, PredictionCredit> predictions_;           ///< by lab
    std::map<std::string, std::string> prediction_places_;
    std::vector<Named> named_;
    double leak_deduction_ = 0;                                     ///< fraction of the maximum
};

/// Throws UsageError, which names line and reason, for an unknown key or a value that makes no sense.
Course parse_course(std::string_view text, std::string_view source);
/// Also reads `overrides`; if that is empty, overrides.toml beside the course file if there is one.
Course read_course(const std::filesystem::path& path, const std::filesystem::path& overrides = {});

}  // namespace halo::grader::course
