#include "gradebook/for_student.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "course/tests_of_course.hpp"

namespace halo::grader::gradebook {
namespace {

class Seen {
public:
    explicit Seen(const Judgement& judgement) : judgement_(judgement) {}

    Judgement by_student() const
    {
        Judgement out = judgement_;
        out.printed.clear();                // a test may be hidden since it was judged, and its sizes printed
        out.cases.clear();
        for (const JudgedCase& one : judgement_.cases) out.cases.push_back(seen(one));
        out.findings.clear();
        for (const JudgedCause& one : judgement_.findings) add(out.findings, one);
        out.leaked_bytes = std::accumulate(out.cases.begin(), out.cases.end(), std::uint64_t{0}, [](std::uint64_t sum, const JudgedCase& one) { return sum + one.leaked_bytes; });
        if (judgement_.verdict == Verdict::passed) {
            out.message = {pass_headline(out), "", ""};
        } else if (judgement_.verdict == Verdict::grader_fault) {
            out.message = {fmt::format("{}: {}", judgement_.function, words(Verdict::grader_fault)), "", "it costs no point, and is judged again"};
        } else if (course::failed_in_hidden(judgement_)) {
            out.verdict = course::kHiddenFailed;
            out.key = Key::wrong_result;
            out.message = {fmt::format("{}: a hidden test failed", judgement_.function), "its sizes are none of those in tests.cpp",
                           "think of the sizes that the tests leave out, and try them in tests.cpp"};
            out.wrong_output.reset();       // it has the size
        }
        if (is_hidden(out.about)) out.about = kHidden;
        return out;
    }

private:
    static constexpr const char* kHidden = "hidden test";

    bool is_hidden(const std::string& test) const
    {
        return std::ranges::any_of(judgement_.cases, [&](const JudgedCase& one) { return one.hidden && one.name == test; });
    }

    JudgedCase seen(const JudgedCase& one) const
    {
        JudgedCase out = one;
        if (one.hidden) {
            const bool ran = one.ran || course::ended_by_hidden(judgement_, one);
            out = {.name = kHidden, .message = {}, .ran = ran, .hidden = true};
            if (one.verdict != Verdict::passed) out.verdict = course::kHiddenFailed, out.message.headline = ran ? "hidden test: failed" : "hidden test: not run";
        } else if (is_hidden(one.about)) {
            out.about = kHidden;
            out.message = {one.ran ? "a hidden test ended the run" : "not run: a hidden test ended the run before", "", ""};
        }
        return out;
    }

    /// What was seen in hidden tests alone is left out, and of the rest how often it was seen there.
    void add(std::vector<JudgedCause>& causes, const JudgedCause& one) const
    {
        if (one.in.empty() || is_hidden(one.in.front().test)) return;
        JudgedCause out = one;
        std::erase_if(out.in, [&](const JudgedCause::In& in) { return is_hidden(in.test); });
        out.count = std::accumulate(out.in.begin(), out.in.end(), std::uint64_t{0}, [](std::uint64_t sum, const JudgedCause::In& in) { return sum + in.count; });
        causes.push_back(std::move(out));
    }

    const Judgement& judgement_;
};

}  // namespace

Judgement for_student(const Judgement& judgement) { return judgement.hides ? Seen(judgement).by_student() : judgement; }

Judgement shown_to(Audience audience, const Judgement& judgement)
{
    if (audience == Audience::instructor) return judgement;
    if (judgement.verdict != Verdict::implausible || course::failed_in_hidden(judgement)) return for_student(judgement);
    Judgement bare = bare_judgement(judgement.function, judgement.verdict,
                                    {judgement.function + ": the values are right, but not what this kernel computed as the lab asks", "", "if you think that this is wrong, ask your instructor, who sees the reason"});
    bare.printed = judgement.printed;
    return bare;
}

Judgement shown_to(Audience audience, const Cell& cell)
{
    Judgement out = shown_to(audience, cell.judgement);
    if (audience == Audience::instructor || out.verdict != Verdict::missing || !cell.file.empty()) return out;
    const std::string file = cell.lab.substr(std::min(cell.lab.find_first_not_of("0123456789_"), cell.lab.size())) + ".cu";
    if (cell.undue) out.message = {fmt::format("{} is not yet due", file), "", "hand it in before it is"};
    else out.message = {fmt::format("no {} was handed in", file), cell.arrived.empty() ? "" : "arrived, and not taken: " + cell.arrived, fmt::format("hand in {}", file)};
    return out;
}

Row shown_to(Audience audience, Row row)
{
    for (LabCells& lab : row.labs)
        for (Cell& cell : lab.cells) cell.judgement = shown_to(audience, cell);
    return row;
}

}  // namespace halo::grader::gradebook
