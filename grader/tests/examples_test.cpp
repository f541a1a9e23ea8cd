// Grades the examples as a course would: real compiler, real engine, real judges, and the sandbox if there is one.

#include <doctest/doctest.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fake_course.hpp"

using namespace halo::grader::test;

namespace {

using Table = std::vector<std::vector<std::string>>;

/// The seed for which expected.csv has the headlines.
const std::vector<std::string> kSeed = {"--seed", "2"};

std::vector<std::string> arguments(const TempFolder& home)
{
    std::vector<std::string> all = {"run", HALO_EXAMPLE_CLASS, "--course", HALO_EXAMPLES "/course.toml", "--out", (home / "report").string()};
    all.insert(all.end(), kSeed.begin(), kSeed.end());
    return all;
}

/// student, lab, function, verdict, headline
Table outcome(const TempFolder& home)
{
    Table out;
    for (const auto& row : read_csv(home / "report/results.csv")) out.push_back({row.at(0), row.at(1), row.at(2), row.at(3), row.at(9)});
    return out;
}

int count(const TempFolder& home, const char* query)
{
    return SQLite::Database((home / "report/ledger.sqlite").string()).execAndGet(query).getInt();
}

}  // namespace

TEST_CASE("every example gets the verdict and the headline in expected.csv, although the grader was killed three times")
{
    TempFolder home;
    int killed = 0;
    for (const double seconds : {1.7, 4.1, 2.9}) killed += grader_killed(arguments(home), seconds);
    CHECK(killed == 3);
    const Finished run = grader(arguments(home));
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    if (std::getenv("HALO_KEEP_RESULTS") != nullptr)
        std::filesystem::copy(home / "report", std::getenv("HALO_KEEP_RESULTS"), std::filesystem::copy_options::recursive);

    const Table want = read_csv(HALO_EXAMPLES "/expected.csv"), got = outcome(home);
    REQUIRE(got.size() == want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        std::string line_want, line_got;
        for (const std::string& cell : want[i]) line_want += cell + " | ";
        for (const std::string& cell : got[i]) line_got += cell + " | ";
        CHECK(line_got == line_want);
    }

    // Nothing was judged twice, and nothing but what was handed in.
    CHECK(count(home, "SELECT COUNT(*) FROM judged WHERE finished IS NOT NULL") == count(home, "SELECT COUNT(*) FROM verdict"));
    CHECK(count(home, "SELECT COUNT(*) FROM judged WHERE fault IS NOT NULL") == 0);

    // The student with everything right reaches the closed form.
    int met = 0;
    for (const auto& row : read_csv(home / "report/results.csv"))
        if (row[0] == "ada" && row[2] == "conv2d_tiled") {
            CHECK(std::stod(row[6]) == doctest::Approx(std::stod(row[7])).epsilon(0.01));
            ++met;
        }
    CHECK(met == 1);
    CHECK(run.out.find("reuse ratio of conv2d_tiled, ada") != std::string::npos);

    // What was predicted stands beside the grader's own counts, at the size that the page names; the profile that ada handed in has others.
    const Table predicted = read_csv(home / "report/predictions.csv");
    const std::string file = "07_conv2d_tiled/profile.json";
    const Table due = {{"ada", "07_conv2d_tiled", "conv2d_basic", "global_loads", "predicted", "680000", "669956", "1.5", "1.5 % too high", "", file},
                       {"ada", "07_conv2d_tiled", "conv2d_tiled", "global_loads", "predicted", "46800", "41664", "12.33", "12 % too high", "", file},
                       {"ada", "07_conv2d_tiled", "conv2d_tiled", "reuse_ratio", "declined", "", "16.08", "", "", "", file},
                       {"ada", "07_conv2d_tiled", "conv2d_tiled", "idle_threads", "predicted", "19600", "19600", "0", "right", "", file},
                       {"grace", "05_tiled_design2", "conv1d_design2", "global_loads", "predicted", "5280", "", "", "", "", "05_tiled_design2/prediction.toml"},
                       {"grace", "05_tiled_design2", "conv1d_design2", "reuse_ratio", "declined", "", "", "", "", "", "05_tiled_design2/prediction.toml"},
                       {"grace", "05_tiled_design2", "conv1d_design2", "idle_threads", "open", "", "", "", "", "", ""}};
    REQUIRE(predicted.size() == due.size() + 1);
    for (std::size_t i = 0; i < due.size(); ++i) CHECK(predicted[i + 1] == due[i]);
    CHECK(run.out.find("interior tiles (closed form)") != std::string::npos);
}

TEST_CASE("the examples show every verdict that a student can get")
{
    std::set<std::string> seen;
    for (const auto& row : read_csv(HALO_EXAMPLES "/expected.csv")) seen.insert(row.at(3));
    for (const char* verdict : {"missing", "does_not_compile", "timeout", "memory_limit", "crash", "cuda_error",
                                "out_of_bounds", "barrier", "race", "uninitialised", "wrong_result", "slow_pattern", "passed"})
        CHECK_MESSAGE(seen.count(verdict) == 1, verdict);
    CHECK(seen.count("grader_fault") == 0);
}
