// Does the engine count what GPUs counted? Builds the measured programs with cucc and compares their counts with the
// records in common/engine/measured. No GPU is needed.
//
// usage: measured_test CUCC ROOT [--write] [doctest's options]      --write: writes the pages again, from records and engine

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "engine/measure/compare.hpp"
#include "spawn.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::measured;

struct Program {
    fs::path source;
    std::string fault;              ///< output of the compiler or the program, if it failed
    std::vector<Launch> launches;
    std::vector<Launch> profiled;   ///< the same launches, as the profile has them
};

fs::path root;
std::vector<Program> programs;
std::vector<Launch> engine, profiled;                           // all launches of all programs
std::vector<fs::path> records;

/// A source whose first line is `// with: LAB/FILE.cu` or `LAB/right/FILE.cu` belongs to that lab.
std::vector<std::string> solution_of(const fs::path& source)
{
    constexpr std::string_view mark = "// with: ";
    std::string first = halo::test::read(source);
    first.resize(std::min(first.find('\n'), first.size()));
    if (!first.starts_with(mark)) return {};
    const fs::path solution = first.substr(mark.size());
    return {root / "solutions" / solution, "-I" + (root / "labs" / *solution.begin()).string()};
}

/// The launches in a profile, with the names and results that the program printed. Kernels' names may be quoted, other cells are not.
std::vector<Launch> read_profile(const std::string& csv, const std::vector<Launch>& printed)
{
    std::vector<Launch> out;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    if (line != "kernel,launch,grid,block,file,line,space,access,array,section,name,ncu_metric,unit,value") throw std::runtime_error("not a profile: " + line);
    while (std::getline(lines, line)) {
        std::string kernel;
        if (line.starts_with('"')) kernel = line.substr(1, line.find("\",") - 1), line.erase(0, kernel.size() + 2);
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
        if (cells.size() != 14) throw std::runtime_error("not a row of a profile: " + line);
        const std::size_t number = std::stoul(cells[1]);
        if (number > printed.size()) throw std::runtime_error("the profile has more launches than the program: " + line);
        if (out.size() < number) out.push_back({printed[number - 1].program, printed[number - 1].name, kernel.empty() ? cells[0] : kernel, cells[2], cells[3], printed[number - 1].hash, {}});
        if (!cells[11].empty() && cells[13].find('.') == std::string::npos) out.back().counts[cells[10]] = std::stoll(cells[13]);
    }
    return out;
}

void build_and_run(Program& program, const std::string& cucc, const fs::path& work, const std::vector<std::string>& objects)
{
    const std::string base = work / program.source.stem(), log = base + ".log";
    std::vector<std::string> words = {cucc, "-std=c++20", program.source, "-I" + (root / "common").string(), "-o", base};
    words.insert(words.end(), objects.begin(), objects.end());
    for (const std::string& word : solution_of(program.source)) words.push_back(word);
    const std::vector<std::string> run = {cucc, "run", "--profile=launches", "--profile-format=csv", "--profile-output=" + base + ".csv", base};
    const bool ran = halo::test::start(words, {}, log) == 0 && halo::test::start(run, {}, log) == 0;
    const std::string text = halo::test::read(log);
    try {
        if (ran) {
            program.launches = read_engine(program.source.stem(), text);
            program.profiled = read_profile(halo::test::read(base + ".csv"), program.launches);
        } else {
            program.fault = text;
        }
    } catch (const std::exception& error) {
        program.fault = error.what();
    }
}

/// What all programs share, compiled once.
std::vector<std::string> shared_objects(const std::string& cucc, const fs::path& work)
{
    std::vector<std::string> out;
    for (const char* part : {"launches", "counts_engine"}) {
        const std::string object = work / (std::string(part) + ".o");
        halo::test::start({cucc, "-std=c++20", "-c", root / "common/engine/measure" / (std::string(part) + ".cpp"), "-I" + (root / "common").string(), "-o", object},
                          {}, object + ".log");
        out.push_back(object);
    }
    return out;
}

void measure(const std::string& cucc, const fs::path& work)
{
    const std::vector<std::string> objects = shared_objects(cucc, work);
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> jobs;
    for (int job = 0; job < 2; ++job)
        jobs.emplace_back([&] {
            for (std::size_t i; (i = next++) < programs.size();) build_and_run(programs[i], cucc, work, objects);
        });
    for (std::thread& job : jobs) job.join();
    for (const Program& program : programs) {
        engine.insert(engine.end(), program.launches.begin(), program.launches.end());
        profiled.insert(profiled.end(), program.profiled.begin(), program.profiled.end());
    }
}

std::vector<fs::path> files(const fs::path& folder, const char* extension)
{
    std::vector<fs::path> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == extension) out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<Explanation> explanations() { return read_explanations(root / "common/engine/measured/explanations.toml"); }

fs::path page_of(fs::path record) { return record.replace_extension(".md"); }

/// A launch with counts for global and shared memory, to test the comparison with.
Launch example(long long sectors, long long conflicts)
{
    return {"p", "example", "k", "1x1x1", "32x1x1", "ab",
            {{"global_load_sectors", sectors}, {"shared_load_requests", 150}, {"shared_store_requests", 50}, {"shared_bank_conflicts", conflicts}}};
}

Record example_record() { return {{{"gpu", "a card"}}, {"global_load_sectors", "shared_bank_conflicts"}, {example(100, 10)}}; }

}  // namespace

TEST_CASE("every measured program builds and runs on the engine without a finding")
{
    CHECK(programs.size() >= 10);
    for (const Program& program : programs) CHECK_MESSAGE(program.fault.empty(), program.source.stem().string() << ":\n" << program.fault);
}

TEST_CASE("the engine counts what the card counted, for every solution and over a hundred further launches")
{
    REQUIRE(!records.empty());
    std::vector<Record> cards;
    for (const fs::path& path : records) cards.push_back(read_record(path));
    for (const std::string& text : never_measured(cards, engine)) CHECK_MESSAGE(false, text);
    for (const Record& card : cards) {
        CHECK(card.launches.size() >= 100);
        const Comparison result = compare(card, engine, explanations());
        for (const std::string& text : result.complaints) CHECK_MESSAGE(false, text);
        for (const std::string& text : result.open) fmt::print("not run: {}, {}\n", card.facts.at("gpu"), text);
    }
}

TEST_CASE("the columns of cucc run --profile are what the card's profiler counted, launch by launch")
{
    for (const fs::path& path : records) {
        const Record card = read_record(path);
        for (const std::string& text : compare(card, profiled, explanations()).complaints) CHECK_MESSAGE(false, text);
        for (const Launch& launch : card.launches) {
            const auto ours = std::ranges::find(profiled, launch.name, &Launch::name);
            REQUIRE(ours != profiled.end());
            CAPTURE(launch.name);
            CHECK(ours->grid == launch.grid);
            CHECK(ours->block == launch.block);
        }
    }
}

TEST_CASE("the pages agree with records and engine")
{
    for (const fs::path& path : records) {
        INFO(page_of(path).string() << " is out of date: ninja -C build measured-page");
        CHECK((halo::test::read(page_of(path)) == page(read_record(path), engine, explanations())));
    }
}

TEST_CASE("a count that differs is named with both numbers, and one that agrees is not")
{
    CHECK(compare(example_record(), {example(100, 10)}, {}).complaints.empty());
    const Comparison result = compare(example_record(), {example(101, 10)}, {});
    REQUIRE(result.complaints.size() == 1);
    CHECK(result.complaints[0] ==
          "example.global_load_sectors is 101 on the engine, 100 on a card\n"
          "  where: k, grid 1x1x1, block 32x1x1\n"
          "  try:   look at the machine code (make measure leaves it in build/measure); explain in explanations.toml");
}

TEST_CASE("a page shows a launch with a count that differs, and no other")
{
    Launch other = example(100, 10);
    other.name = "other";
    Record card = example_record();
    card.launches.push_back(other);
    other.counts["global_load_sectors"] = 101;
    const std::string text = page(card, {example(100, 10), other}, {});
    CHECK(text.find("| `other` | 1x1x1 | 32x1x1 |") != std::string::npos);
    CHECK(text.find(" 100 / 101 |") != std::string::npos);
    CHECK(text.find("`example`") == std::string::npos);
}

TEST_CASE("bank conflicts may be off by 1 % of the requests, and no more")
{
    CHECK(compare(example_record(), {example(100, 12)}, {}).complaints.empty());
    CHECK(compare(example_record(), {example(100, 13)}, {}).complaints.size() == 1);
    CHECK(compare(example_record(), {example(100, 7)}, {}).complaints.size() == 1);
}

TEST_CASE("an explanation excuses one count of the engine, and only while it is needed")
{
    const std::vector<Explanation> merged = {{"merged", {}, {{"example", {{"global_load_sectors", 101}}}}}};
    CHECK(compare(example_record(), {example(101, 10)}, merged).complaints.empty());
    CHECK(compare(example_record(), {example(102, 10)}, merged).complaints.size() == 1);
    CHECK(compare(example_record(), {example(101, 20)}, merged).complaints.size() == 1);
    CHECK(compare(example_record(), {example(100, 10)}, merged).complaints.size() == 1);
    const std::vector<Explanation> open = {{"not yet", {}, {{"example", {}}}, true}};
    CHECK(compare(example_record(), {example(102, 20)}, open).complaints.empty());
    CHECK(compare(example_record(), {example(102, 20)}, open).open == std::vector<std::string>{"example: not yet"});
    CHECK(compare(example_record(), {example(100, 10)}, open).complaints.size() == 1);
}

TEST_CASE("a launch that only one side made, or that wrote something else, is named")
{
    Launch other = example(100, 10);
    other.name = "other";
    CHECK(compare(example_record(), {other}, {}).complaints.size() == 1);
    CHECK(never_measured({example_record()}, {example(100, 10), other}).size() == 1);
    CHECK(never_measured({example_record()}, {example(100, 10)}).empty());
    other = example(100, 10);
    other.hash = "cd";
    CHECK(compare(example_record(), {other}, {}).complaints.size() == 1);
}

TEST_CASE("one card that has measured a launch is enough, also for its explanation")
{
    Launch newer = example(100, 10);
    newer.name = "newer";
    Record card = example_record();
    card.launches.push_back(newer);
    newer.counts["global_load_sectors"] = 101;
    const std::vector<Launch> both = {example(100, 10), newer};
    const std::vector<Explanation> explained = {{"merged", {}, {{"newer", {{"global_load_sectors", 101}}}}}};
    CHECK(never_measured({example_record(), card}, both).empty());
    CHECK(compare(card, both, explained).complaints.empty());
    CHECK(compare(example_record(), both, explained).complaints.empty());
    CHECK(compare(example_record(), {example(100, 10)}, explained).complaints.size() == 1);
}

int main(int argc, char** argv)
{
    if (argc < 3) {
        fmt::print(stderr, "usage: measured_test CUCC ROOT [--write] [doctest's options]\n");
        return 2;
    }
    root = argv[2];
    for (const fs::path& source : files(root / "common/engine/measure/programs", ".cu")) programs.push_back({source, {}, {}, {}});
    records = files(root / "common/engine/measured", ".csv");

    std::string work = fs::temp_directory_path() / "measured-XXXXXX";
    if (mkdtemp(work.data()) == nullptr) {
        fmt::print(stderr, "measured_test: no temporary folder {}\n", work);
        return 2;
    }
    measure(argv[1], work);
    std::error_code ignored;
    fs::remove_all(work, ignored);

    if (argc > 3 && std::string_view(argv[3]) == "--write")
        for (const fs::path& path : records) {
            std::ofstream(page_of(path)) << page(read_record(path), engine, explanations());
            fmt::print("{}\n", page_of(path).string());
        }
    doctest::Context context(argc - 2, argv + 2);
    return context.run();
}
