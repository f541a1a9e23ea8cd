// The student's program: doctest with a reporter that shows one problem at a time.

#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS     // each case has its own process; doctest need not catch its signals
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "harness/call/backend.hpp"
#include "harness/lab/cases.hpp"
#include "harness/student/local.hpp"
#include "harness/student/show.hpp"
#include "harness/student/why.hpp"

namespace halo::lab {

void test_case(std::size_t index)
{
    const Judgement& judgement = run_case(index);
    const std::string message = text(judgement.message);
    if (judgement.verdict != Verdict::passed) FAIL_CHECK(message);
}

namespace {

/// A line per test, then the first problem to look at, then what to do next. A function that has written nothing in any test is
/// only named.
struct StudentReporter : doctest::IReporter {
    const doctest::TestCaseData* current = nullptr;
    std::string function;
    std::string tests;                      // the lines of this function
    bool started = false;                   // in one of its tests something was written
    std::string not_started;                // names of functions
    std::size_t cases_before = 0;
    unsigned failed = 0, ran = 0;
    bool listing = false;
    std::string other_failure;                  // message of a failing test that is not a LAB_CASE

    explicit StudentReporter(const doctest::ContextOptions&) {}

    static std::string painted(std::string_view word, const char* colour)
    {
        return use_colour() ? fmt::format("\033[{}m{}\033[0m", colour, word) : std::string(word);
    }

    void test_case_start(const doctest::TestCaseData& test) override
    {
        current = &test;
        cases_before = local_cases().size();
        if (function == test.m_test_suite) return;
        print_function();
        function = test.m_test_suite;
    }

    void print_function()
    {
        if (started) fmt::print("{}\n{}", function, tests);
        else if (!tests.empty()) not_started += (not_started.empty() ? "" : ", ") + function;
        tests.clear();
        started = false;
    }

    void test_case_end(const doctest::CurrentTestCaseStats& stats) override
    {
        ++ran;
        if (!stats.testCaseSuccess) ++failed;
        const bool tried = local_cases().size() == cases_before || local_cases().back().tried;
        tests += fmt::format("  {} {}{}\n", stats.testCaseSuccess ? painted("[ok]  ", "32") : painted(tried ? "[FAIL]" : "[ -- ]", "31"),
                                 current->m_name, tried ? "" : " (not tried)");
        started |= local_cases().size() == cases_before || key_of(local_cases().back().judgement) != name(Key::not_started);
    }

    void test_case_exception(const doctest::TestCaseException& thrown) override
    {
        if (other_failure.empty()) other_failure = thrown.error_string.c_str();
    }
    void log_assert(const doctest::AssertData& assertion) override
    {
        if (assertion.m_failed && other_failure.empty())
            other_failure = fmt::format("{}:{}: {} is false", assertion.m_file, assertion.m_line, assertion.m_expr);
    }

    void test_run_end(const doctest::TestRunStats&) override
    {
        if (listing) return;
        ask_about_failure();
        print_function();
        if (!not_started.empty()) fmt::print("not begun: {}\n", not_started);
        if (const LocalCase* failure = first_failure(local_cases())) {
            fmt::print("\n{}\n\n", text(failure->judgement.message));
            print_prints();
            if (key_of(failure->judgement) == name(Key::not_started))
                fmt::print("not begun: {}; {} of {} tests pass. Next: README.md, or a nudge: make hint\n", failure->judgement.function, ran - failed, ran);
            else
                fmt::print("{}: {} of {} tests pass. Next: make hint\n",
                           painted(name(failure->judgement.verdict), "1;31"), ran - failed, ran);
        } else if (failed > 0) {
            fmt::print("\n{}\n", other_failure);
            print_prints();
        } else if (ran == 0) {
            fmt::print("no test was run: the filter matches none\n");
        } else {
            print_passed();
        }
        write_result(local_cases());
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
                           painted("passed", "1;32"), ran);
                return;
            }
        fmt::print("{}: all {} tests pass. Next: make profile, then the questions in README.md\n",
                   painted("passed", "1;32"), ran);
    }

    void report_query(const doctest::QueryData& query) override
    {
        listing = true;
        for (unsigned i = 0; i < query.num_data; ++i) fmt::print("{}\n", query.data[i]->m_name);
    }
    void test_run_start() override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

DOCTEST_REGISTER_REPORTER("student", 1, StudentReporter);

bool names_a_reporter(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        for (const char* option : {"-r=", "--reporters=", "-dt-r=", "--dt-reporters="})
            if (std::strncmp(argv[i], option, std::strlen(option)) == 0) return true;
    return false;
}

}  // namespace

}  // namespace halo::lab

/// Besides doctest's own options: --profile prints counters instead of running the tests, beside the predictions in HALO_PREDICTIONS,
/// with --json those and their counts alone;
/// --bounds what they say about cards, for programs;
/// --why or --why=2,14 explains one wrong element; --show=FILE writes what one block does, of --function, its --call and
/// --block; --order=ORDER sets the order in which threads run; --seed=N takes
/// other data, and sizes as a grader would draw them.
int main(int argc, char** argv)
{
    constexpr std::string_view show_option = "--show=", function_option = "--function=", block_option = "--block=", call_option = "--call=";
    constexpr std::string_view order_option = "--order=", why_option = "--why", seed_option = "--seed=";
    std::string order, at;
    halo::lab::ShowRequest show;
    bool profile = false, bounds = false, why = false, json = false, all_cases = true;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        profile |= word == "--profile";
        json |= word == "--json";
        bounds |= word == "--bounds";
        why |= word.starts_with(why_option);
        if (word.starts_with("--why=")) at = word.substr(why_option.size() + 1);
        if (word.starts_with(show_option)) show.file = word.substr(show_option.size());
        if (word.starts_with(function_option)) show.function = word.substr(function_option.size());
        if (word.starts_with(block_option)) show.block = word.substr(block_option.size());
        if (word.starts_with(call_option)) show.call = word.substr(call_option.size());
        if (word.starts_with(seed_option)) halo::lab::draw_from(std::strtoull(argv[i] + seed_option.size(), nullptr, 10));
        if (word.starts_with(order_option)) order = word.substr(order_option.size());
        all_cases &= word.starts_with(order_option) || word.starts_with(seed_option);      // doctest's options may leave some out
    }
    // This reference makes the linker include the tests even if they are in a library.
    if (!halo::lab::lab_is_stated) return 2;
    if (const std::string fault = halo::lab::choose_order(order); !fault.empty()) {
        std::fputs(fault.c_str(), stderr);
        return 2;
    }
    if (!show.file.empty()) return halo::lab::write_scene(show);
    if (why) return halo::lab::print_why(at);
    if (profile) return json ? halo::lab::print_predictions() : halo::lab::print_profile();
    if (bounds) return halo::lab::print_bounds();

    if (all_cases) halo::lab::run_ahead();
    doctest::Context context;
    if (!halo::lab::names_a_reporter(argc, argv)) context.setOption("reporters", "student");
    context.applyCommandLine(argc, argv);
    const int code = context.run();

    // A filter that matches nothing must not look like success.
    return code == 0 && !context.shouldExit() && halo::lab::local_cases().empty() ? 1 : code;
}
