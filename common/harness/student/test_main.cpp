// The student's program: runs the lab's cases in order, and shows one problem at a time.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "harness/call/backend.hpp"
#include "harness/lab/cases.hpp"
#include "harness/student/asked.hpp"
#include "harness/student/local.hpp"

namespace halo::lab {

namespace {

/// A line per test, then the worst problem, then those of other functions in short, then what to do next. A function that has written
/// nothing in any test is only named.
class Report {
public:
    void run(std::size_t index)
    {
        const Case& stated = the_lab().cases[index];
        if (function_ != stated.function) print_function();
        function_ = stated.function;
        bool passed = false, tried = true, started = true;
        try {
            const DetailedJudgement& judgement = run_case(index);
            passed = judgement.verdict == Verdict::passed;
            tried = local_cases().back().tried;
            started = key_of(judgement) != name(Key::not_started);
        } catch (const std::exception& error) {
            if (other_failure_.empty()) other_failure_ = error.what();
        }
        ++ran_;
        if (!passed) ++failed_;
        tests_ += fmt::format("  {} {}{}\n", passed ? painted("[ok]  ", "32") : painted(tried ? "[FAIL]" : "[ -- ]", "31"), stated.sentence, tried ? "" : " (not tried)");
        started_ |= started;
    }

    /// What came of all. True if every test passes.
    bool end()
    {
        ask_about_failures();
        print_function();
        if (!not_started_.empty()) fmt::print("not begun: {}\n", not_started_);
        if (const LocalCase* failure = first_failure(local_cases())) {
            fmt::print("\n{}\n\n", text(failure->judgement.message));
            print_others(*failure);
            print_prints();
            if (not_begun(*failure))
                fmt::print("not begun: {}; {} of {} tests pass. Next: README.md, or a nudge: make hint\n", failure->judgement.function, ran_ - failed_, ran_);
            else
                fmt::print("{}: {} of {} tests pass. Next: make hint\n", painted(name(failure->judgement.verdict), "1;31"), ran_ - failed_, ran_);
        } else if (failed_ > 0) {
            fmt::print("\n{}\n", other_failure_);
            print_prints();
        } else if (ran_ == 0) {
            fmt::print("no test was run: the lab states none\n");
        } else {
            print_passed();
        }
        write_result(local_cases());
        return failed_ == 0 && ran_ > 0;
    }

private:
    static std::string painted(std::string_view word, const char* colour)
    {
        return use_colour() ? fmt::format("\033[{}m{}\033[0m", colour, word) : std::string(word);
    }

    void print_function()
    {
        if (started_) fmt::print("{}\n{}", function_, tests_);
        else if (!tests_.empty()) not_started_ += (not_started_.empty() ? "" : ", ") + function_;
        tests_.clear();
        started_ = false;
    }

    /// What is wrong with the other functions that are begun, in two lines each.
    static void print_others(const LocalCase& shown)
    {
        std::set<std::string> said = {shown.judgement.message.headline};
        for (const LocalCase* other : failures(local_cases()))
            if (const Message& message = other->judgement.message; !not_begun(*other) && said.insert(message.headline).second) {
                fmt::print("{}\n\n", text({message.headline, "", message.attempt}));
            }
    }

    static void print_prints()
    {
        if (const std::string prints = printed_text(local_cases()); !prints.empty()) fmt::print("{}\n", prints);
    }

    /// ` (95 loads more than it takes)`, if two digits of the ratio show them.
    static std::string loads_beyond(const Judgement& j)
    {
        constexpr double kShown = 0.005;
        if (!j.counters || the_predictions().hide("global_loads") || *j.reuse_ratio > *j.expected_reuse_ratio - kShown) return {};
        const double made = double(j.counters->global_loads), due = made * *j.reuse_ratio / *j.expected_reuse_ratio;
        return fmt::format(" ({} loads more than it takes: does a line load what another one brings?)", thousands(std::int64_t(std::round(made - due))));
    }

    /// What several cases note, once: the first says it.
    static void print_noted()
    {
        std::set<std::string> seen;
        for (const LocalCase& local : local_cases())
            for (const Message& message : local.judgement.noted)
                if (seen.insert(message.headline).second) fmt::print("{}\n\n", text(message));
    }

    void print_passed() const
    {
        fmt::print("\n");
        for (const LocalCase& local : local_cases()) {
            const Judgement& j = local.judgement;
            if (j.reuse_ratio && the_predictions().hide("reuse_ratio"))
                fmt::print("{}: its reuse_ratio waits for your prediction: make predict\n", j.function);
            else if (j.reuse_ratio && j.expected_reuse_ratio)
                fmt::print("{}: reuse_ratio {:.2f}, expected {:.2f}{}; an interior tile has {:.2f}\n", j.function, *j.reuse_ratio,
                           *j.expected_reuse_ratio, loads_beyond(j), j.interior_reuse_ratio.value_or(0.0));
        }
        const PassRemark dearest = pass_remark();
        for (const LocalCase& local : local_cases())
            for (std::size_t i = 0; i < local.judgement.remarks.size(); ++i)
                if (!dearest.replaces(local.judgement.function, local.judgement.remarked.at(i))) fmt::print("\n{}\n\n", text(local.judgement.remarks[i]));
        if (!dearest.text.empty()) fmt::print("{}\n\n", dearest.text);
        print_noted();
        if (const std::string prints = printed_text(local_cases()); !prints.empty()) fmt::print("\n{}\n", prints);
        for (const LocalCase& local : local_cases())
            if (const auto& message = local.judgement.leak) {
                fmt::print("{}\n\n{}: all {} tests pass, but memory leaks. Next: make hint\n", text(*message),
                           painted("passed", "1;32"), ran_);
                return;
            }
        fmt::print("{}: all {} tests pass. Next: make profile, then the questions in README.md\n",
                   painted("passed", "1;32"), ran_);
    }

    std::string function_;
    std::string tests_;                 // the lines of this function
    bool started_ = false;              // in one of its tests something was written
    std::string not_started_;           // names of functions
    unsigned failed_ = 0, ran_ = 0;
    std::string other_failure_;         // of a test that could not be judged
};

}  // namespace

}  // namespace halo::lab

/// --order=ORDER sets the order in which threads run; --seed=N takes other data, and sizes as a grader would draw them. What else is asked for: asked.hpp.
int main(int argc, char** argv)
{
    constexpr std::string_view order_option = "--order=", seed_option = "--seed=";
    std::string order;
    int others = 0;             // words, at the beginning of argv
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word.starts_with(seed_option)) halo::lab::draw_from(std::strtoull(argv[i] + seed_option.size(), nullptr, 10));
        else if (word.starts_with(order_option)) order = word.substr(order_option.size());
        else argv[others++] = argv[i];
    }
    // This reference makes the linker include the tests even if they are in a library.
    if (!halo::lab::lab_is_stated) return 2;
    if (const std::string fault = halo::lab::choose_order(order); !fault.empty()) {
        std::fputs(fault.c_str(), stderr);
        return 2;
    }
    if (others > 0) return halo::lab::answer(argv, others);

    halo::lab::run_ahead();
    halo::lab::Report report;
    for (std::size_t i = 0; i < halo::lab::the_lab().cases.size(); ++i) report.run(i);
    return report.end() ? 0 : 1;
}
