#pragma once
// course.toml: which labs a course has, what a function is worth, and how much of that each verdict earns.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "findings/judgement.hpp"
#include "policy/points_of_tests.hpp"
#include "predictions.hpp"
#include "speed/credit.hpp"

namespace halo::grader {

class Course {
public:
    std::string title = "Halo";
    std::vector<std::string> labs;   ///< the labs that it names; none: all of them

    std::optional<double> compile_cpu_s, run_cpu_s;     ///< if set, replace the limits of settings.hpp

    double max_points(const std::string& lab, const std::string& function) const;

    /// What it says of the lab's tests.
    const policy::TestsOfLab& tests(const std::string& lab) const;
    policy::TestPoints test_points(const std::string& lab, const Judgement& judgement) const;

    /// nullopt for grader_fault: no points, and no points lost.
    std::optional<double> points(const std::string& lab, const Judgement& judgement) const;

    /// What speed earns there, on top; nothing unless the course says so.
    std::optional<SpeedCredit> speed(const std::string& lab, const std::string& function) const;
    bool gives_speed_credit() const { return !speed_.empty(); }
    /// What a lab's predictions earn, on top; nothing unless the course says so.
    std::optional<PredictionCredit> predictions(const std::string& lab) const;
    /// Throws UsageError, with its line, if predictions are credited in a lab that asks for none.
    void check_questions(const std::string& lab, std::size_t questions) const;
    /// Throws UsageError, with its line, if credit is given to a function that this lab does not have.
    void check_names(const std::string& lab, const std::vector<std::string>& functions) const;

private:
    friend Course parse_course(std::string_view text, std::string_view source);

    double default_points_ = 10;
    double full_reuse_ = 0.9;
    std::map<std::pair<std::string, std::string>, double> points_;  ///< (lab, function)
    std::map<Verdict, double> credit_{{Verdict::passed, 1.0}};      ///< fraction; absent: 0
    std::map<std::pair<std::string, std::string>, SpeedCredit> speed_;
    std::map<std::pair<std::string, std::string>, std::string> places_;   ///< of speed_: `course.toml:12`
    std::map<std::string, policy::TestsOfLab> tests_;                ///< by lab
    std::map<std::string, PredictionCredit> predictions_;           ///< by lab
    std::map<std::string, std::string> prediction_places_;
    double leak_deduction_ = 0;                                     ///< fraction of the maximum
};

/// Throws UsageError, which names line and reason, for an unknown key or a value that makes no sense.
Course parse_course(std::string_view text, std::string_view source);
Course read_course(const std::filesystem::path& path);

}  // namespace halo::grader
