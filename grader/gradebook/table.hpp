#pragma once
// The table that all reports are made from. A pure function of the ledger and the course.

#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "course/lateness.hpp"
#include "gradebook/grades.hpp"
#include "record/ledger.hpp"
#include "record/step.hpp"

namespace halo::grader::gradebook {

/// One function of one student.
struct Cell {
    std::string student, lab, function;
    std::string file;                    ///< as handed in; empty if nothing was
    std::string content;                 ///< its sha256
    Judgement judgement;
    std::optional<double> points;        ///< none for grader_fault; the sum of `steps`
    double max_points = 0;               ///< without what speed can earn: nobody loses a point where there is no card
    record::Steps steps = {};            ///< how these points come about; by hand at the end, if at all
    std::string comment = {};            ///< by hand, for the student
    std::optional<record::Timing> timing = {};   ///< nothing if none was asked for, or if the function did not pass
    std::optional<double> speed_points = {};        ///< nothing unless the course gives credit for it
    record::Standing standing = {};              ///< the judging that counts
    bool undue = false;                  ///< nothing was handed in, and nothing had to be yet: no points, and none lost
    std::string arrived = {};            ///< where no file counts: what came instead, `lab07.ipynb (no .cu file)`

    std::string words() const;           ///< the verdict's, or `not yet due`
};

/// One prediction of one student, beside what the grader counted.
struct Predicted {
    record::Prediction prediction;
    std::optional<double> counted;       ///< at the size that the lab's page names; none unless the function passed
    std::optional<double> points;        ///< nothing unless the course gives credit for it

    /// `35 % too low`; empty if it is not a prediction, or nothing was counted.
    std::string off() const;
};

/// One lab of one student.
struct LabCells {
    std::string lab;
    std::vector<Cell> cells;
    std::vector<Predicted> predictions = {};        ///< one for each question of the lab, if any was handed in
    std::vector<Message> unread = {};               ///< what was handed in as predictions, and is none
    std::optional<double> prediction_points = {};   ///< nothing unless the course gives credit for them
    record::Steps steps = {};            ///< what changes the sum of its functions: predictions, lateness, by hand
    course::Lateness late = {};
    bool extra = false;                  ///< on top of the course: it has no maximum
    bool dropped = false;                ///< not in the student's sum, nor in its maximum
    bool undue = false;                  ///< the same, since it is not yet due and nothing was handed in
    std::string held = {};               ///< why its points wait for a person; empty: they do not
    std::string comment = {};            ///< by hand, for the student

    Verdict worst() const;
    std::string words() const;
    bool counts() const { return !dropped && !undue; }
    /// The sum of its cells and its steps. None if a cell has none: a sum without that cell would cost the student points.
    std::optional<double> points() const;
    double max_points() const;
};

struct Row {
    std::string student;                 ///< the folder's name
    record::Person person = {};                  ///< as far as it is known
    std::vector<LabCells> labs = {};
    std::string comment = {};            ///< by hand, for the student
    record::Steps steps = {};            ///< what changes the sum of the labs

    std::optional<double> points() const;   ///< none when a lab that counts has none
    double max_points() const;
};

struct Table {
    std::string course;
    std::string book;                    ///< as in Course
    record::Run run;                 ///< when, what, under which settings
    std::vector<Row> rows;

    std::size_t count(Verdict verdict) const;
    std::size_t cells() const;
    /// Did anybody hand in a prediction, or what should have been one?
    bool predicts() const;
    /// Is anything known about speed?
    bool speeds() const;
    /// The card of all times; empty if there are none, or if they are of several.
    std::string card() const;
};

/// A function with neither verdict nor fault (the grader was killed) gets a grader_fault that says so.
Table make_table(record::Ledger& ledger, const course::Course& course, Grades grades);

/// Of the grades that the reports show. Throws GraderFault for a ledger without a run, UsageError if the course names a student who is not in it.
Table make_table(record::Ledger& ledger, const course::Course& course);

}  // namespace halo::grader::gradebook
