// The first line of every specimen states what the watchers must report: `// expect: race, line 6, other 7, array s_tile`,
// several of them with `; then` in between, or `// expect: clean`. It is built with cucc, and run in three orders of threads, and on 1, 2 and 4 host threads.
//
// usage: specimens_test CUCC FOLDER

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "spawn.hpp"

namespace {

namespace fs = std::filesystem;
using halo::test::read;
using halo::test::start;

/// A row of a findings table, or an expectation. Empty: not reported, or not checked.
struct Row {
    std::string kind, line, other, array, index, cases, last;
};

struct Result {
    int code = -1;
    std::string text;            ///< output of the compiler or the program
    std::vector<Row> findings;
};

struct Specimen {
    std::string name;
    std::string expected;
    Result build;
    std::map<std::string, Result> runs;   ///< by order of threads
    std::string other_findings;           ///< the first difference between two runs on any number of host threads
};

// Sanitizers look at the engine's own code, which is the same in each run, and make a run ten times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

const char* const kOrders[] = {"forward", "reverse", "random:1"};
const char* const kHostThreads[] = {"1", "2", "4"};
std::vector<Specimen> specimens;

std::vector<std::string> split(const std::string& text, const std::string& separator)
{
    std::vector<std::string> out;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size())
        out.push_back(text.substr(begin, end - begin));
    out.push_back(text.substr(begin));
    return out;
}

/// `race, line 6, other 7, array s_tile, index [0], cases 2, last [9]`
Row parse(const std::string& text)
{
    Row expected;
    for (const std::string& part : split(text, ", ")) {
        const std::size_t blank = part.find(' ');
        const std::string word = part.substr(0, blank), value = blank == std::string::npos ? "" : part.substr(blank + 1);
        if (word == "line") expected.line = value;
        else if (word == "other") expected.other = value;
        else if (word == "array") expected.array = value;
        else if (word == "index") expected.index = value;
        else if (word == "cases") expected.cases = value;
        else if (word == "last") expected.last = value;
        else expected.kind = part;
    }
    return expected;
}

/// The engine's table: kind, file:line, other line, array, index, count, outside, last index; tab-separated.
std::vector<Row> parse_table(const std::string& text, const std::string& file)
{
    std::vector<Row> out;
    for (const std::string& row : split(text, "\n")) {
        const std::vector<std::string> cells = split(row, "\t");
        if (cells.size() < 8) continue;
        const std::size_t colon = cells[1].rfind(':');
        const bool here = fs::path(cells[1].substr(0, colon)).filename() == file;
        out.push_back({cells[0], here ? cells[1].substr(colon + 1) : cells[1], cells[2], cells[3], cells[4], cells[5], cells[7]});
    }
    return out;
}

/// Several blocks, or threads that communicate other than by a barrier: timing might decide what is seen.
bool may_depend_on_timing(const std::string& source)
{
    const bool one_block = source.find("<<<1, ") != std::string::npos && source.find("<<<") == source.rfind("<<<");
    return !one_block || source.find("atomic") != std::string::npos || source.find("__threadfence") != std::string::npos;
}

bool endless(const Specimen& specimen) { return specimen.expected.starts_with("endless"); }

/// Seconds: what ends gets more than it needs.
std::string launch_limit(const Specimen& specimen) { return fmt::format("HALO_LAUNCH_LIMIT={}", kSanitized && !endless(specimen) ? 20 : 1); }

/// Runs of one program on 1, 2 and 4 host threads. Returns how two of them differ.
std::string compare_runs(const Specimen& specimen, const std::string& base, const std::string& source)
{
    const bool ends = !endless(specimen);     // if not, it takes a second, and which thread is stopped depends on the machine
    const int times = !ends || kSanitized ? 1 : may_depend_on_timing(source) ? 20 : 3;
    std::optional<std::string> first;
    for (int run = 0; run < times; ++run)
        for (const std::string threads : kHostThreads) {
            const std::string table = base + ".findings";
            fs::remove(table);
            const int code = start({base}, {"HALO_THREADS=" + threads, "HALO_FINDINGS=" + table, launch_limit(specimen)}, base + ".log");
            const std::string result = fmt::format("exit code {}\n{}{}", code, read(table), ends ? read(base + ".log") : "");
            if (!first) first = result;
            else if (result != *first) return fmt::format("run {} on {} host threads:\n{}\nthe first run, on 1:\n{}", run + 1, threads, result, *first);
        }
    return "";
}

void build_and_run(Specimen& specimen, const std::string& cucc, const fs::path& folder, const fs::path& work)
{
    const std::string base = work / specimen.name, source = folder / (specimen.name + ".cu");
    specimen.build.code = start({cucc, source, "-Wall", "-Wextra", "-o", base}, {}, base + ".log");
    specimen.build.text = read(base + ".log");
    if (specimen.build.code != 0) return;
    for (const std::string order : kOrders) {
        Result& result = specimen.runs[order];
        const std::string table = base + ".findings";
        fs::remove(table);
        result.code = start({base}, {"HALO_ORDER=" + order, "HALO_FINDINGS=" + table, launch_limit(specimen)}, base + ".log");
        result.text = read(base + ".log");
        result.findings = parse_table(read(table), specimen.name + ".cu");
    }
    specimen.other_findings = compare_runs(specimen, base, read(source));
}

/// How a finding differs from what is expected of it.
std::string difference(const Row& expected, const Row& got)
{
    std::string out;
    const auto compare = [&](const char* what, const std::string& want, const std::string& have) {
        if (!want.empty() && want != have) out += fmt::format("{} is {}, expected {}; ", what, have, want);
    };
    compare("kind", expected.kind, got.kind);
    compare("line", expected.line, got.line);
    compare("other line", expected.other, got.other);
    compare("array", expected.array, got.array);
    compare("index", expected.index, got.index);
    compare("number of cases", expected.cases, got.cases);
    compare("last index", expected.last, got.last);
    return out;
}

/// A finding by which no program fails.
bool is_remark(const std::string& kind)
{
    std::vector<std::string> remarks;
    const auto add = [&](const char* name, std::string_view severity) {
        if (severity == "remark") remarks.emplace_back(name);
    };
#define FINDING(kind, severity, verdict, mistake) add(#kind, #severity);
#include "findings/findings.def"
#undef FINDING
    return std::find(remarks.begin(), remarks.end(), kind) != remarks.end();
}

/// What is wrong with a run; empty if nothing is.
std::string complaint(const Specimen& specimen, const Result& run)
{
    if (specimen.expected == "clean") {
        if (!run.findings.empty()) return "a near miss is reported";
        return run.code == 0 ? "" : fmt::format("a clean program ends with {}", run.code);
    }
    const std::vector<std::string> due = split(specimen.expected, "; then ");
    if (run.findings.size() != due.size()) return fmt::format("{} findings, expected {}", run.findings.size(), due.size());
    std::string out;
    for (std::size_t i = 0; i < due.size(); ++i) out += difference(parse(due[i]), run.findings[i]);
    const bool fails = std::any_of(run.findings.begin(), run.findings.end(), [](const Row& found) { return !is_remark(found.kind); });
    if ((run.code != 0) != fails) out += fmt::format("the program ends with {}", run.code);
    return out;
}

}  // namespace

TEST_CASE("every specimen is built without compiler output")
{
    CHECK(specimens.size() >= 50);
    for (const Specimen& specimen : specimens) {
        INFO(specimen.name << "\n" << specimen.build.text);
        CHECK(specimen.build.code == 0);
        CHECK(specimen.build.text.empty());
    }
}

TEST_CASE("the watchers name what a specimen does wrong, and do not report its near miss, in every order of threads")
{
    for (const Specimen& specimen : specimens) {
        for (const auto& [order, run] : specimen.runs) {
            const std::string wrong = complaint(specimen, run);
            INFO(specimen.name << ", " << order << ": expects " << specimen.expected << "\n" << run.text);
            CHECK_MESSAGE(wrong.empty(), wrong);
        }
    }
}

TEST_CASE("findings are the same, byte for byte, on 1, 2 and 4 host threads: 20 times if blocks or threads meet, else 3 times")
{
    for (const Specimen& specimen : specimens) {
        INFO(specimen.name << ", " << specimen.other_findings);
        CHECK(specimen.other_findings.empty());
    }
}

TEST_CASE("each kind of finding has a specimen")
{
    for (const std::string kind : {
#define FINDING(kind, severity, verdict, mistake) #kind,
#include "findings/findings.def"
#undef FINDING
         }) {
        if (kind == "short_copy" || kind == "leak") continue;      // seen only where a harness has named the host's arrays, or counts
        INFO(kind);
        CHECK(std::any_of(specimens.begin(), specimens.end(), [&](const Specimen& s) { return parse(s.expected).kind == kind; }));
    }
}

int main(int argc, char** argv)
{
    if (argc < 3) {
        fmt::print(stderr, "usage: specimens_test CUCC FOLDER [doctest's options]\n");
        return 2;
    }
    const std::string cucc = argv[1];
    const fs::path folder = argv[2];
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".cu") continue;
        constexpr std::string_view mark = "// expect: ";
        std::string first = read(entry.path());
        first.resize(std::min(first.find('\n'), first.size()));
        Specimen specimen;
        specimen.name = entry.path().stem();
        specimen.expected = first.starts_with(mark) ? first.substr(mark.size()) : "a first line that states what is expected";
        specimens.push_back(std::move(specimen));
    }
    std::sort(specimens.begin(), specimens.end(), [](const Specimen& a, const Specimen& b) { return a.name < b.name; });

    std::string work = fs::temp_directory_path() / "specimens-XXXXXX";
    if (mkdtemp(work.data()) == nullptr) {
        fmt::print(stderr, "specimens_test: no temporary folder {}\n", work);
        return 2;
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> jobs;
    for (unsigned job = 0; job < std::max(2U, std::thread::hardware_concurrency()); ++job)
        jobs.emplace_back([&] {
            for (std::size_t i; (i = next++) < specimens.size();) build_and_run(specimens[i], cucc, folder, work);
        });
    for (std::thread& job : jobs) job.join();
    std::error_code ignored;
    fs::remove_all(work, ignored);

    doctest::Context context(argc - 2, argv + 2);
    return context.run();
}
