// Variants of a solution, each a whole file of the lab. The first line says what the lab's own tests owe it:
// `// expect: race in conv1d_design2`, or `// expect: passed` where another way is right, too. The second line says why.
//
// usage: mutants_test CUCC TESTS_LIBRARY COMMON LAB_FOLDER MUTANTS_FOLDER [doctest's options]

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "tests/spawn.hpp"

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWrong = 6, kRight = 3;   // of each function, at least

struct Mutant {
    std::string name, key, function;   ///< key `passed`: no function
    std::string about;                 ///< the second line
    std::string said;                  ///< by the compiler, or by the tests where they said something else than is due
    std::string got;                   ///< `race in conv1d_design2`; empty: not built
    bool same_in_reverse = true;

    std::string due() const { return function.empty() ? key : key + " in " + function; }
};

std::vector<Mutant> mutants;
std::vector<std::string> functions;

/// What the tests' result file says.
std::string diagnosis(const fs::path& result)
{
    const auto json = nlohmann::json::parse(halo::test::read(result), nullptr, false);
    if (json.is_discarded()) return "no result";
    if (json.value("sentences", 0) == 0) return "no sentence was tried";
    const std::string key = json.value("key", "");
    if (key.empty()) return json.value("verdict", "");              // a leak passes, but has a key
    return key + " in " + json.value("function", "");
}

Mutant read_mutant(const fs::path& file)
{
    const std::string text = halo::test::read(file);
    const std::size_t first = std::min(text.find('\n'), text.size()), second = std::min(text.find('\n', first + 1), text.size());
    const std::string due = text.substr(0, first), about = text.substr(std::min(first + 1, text.size()), second - first);
    constexpr std::string_view mark = "// expect: ";
    Mutant mutant;
    mutant.name = file.stem();
    if (about.starts_with("// ")) mutant.about = about.substr(3);
    if (!due.starts_with(mark)) return mutant;
    const std::size_t in = due.find(" in ");
    mutant.key = due.substr(mark.size(), in == std::string::npos ? in : in - mark.size());
    if (in != std::string::npos) mutant.function = due.substr(in + 4);
    return mutant;
}

void try_out(Mutant& mutant, const std::vector<std::string>& build, const fs::path& folder, const fs::path& work)
{
    const std::string base = work / mutant.name, log = base + ".log";
    std::vector<std::string> words = build;
    words.insert(words.begin() + 1, (folder / (mutant.name + ".cu")).string());
    words.insert(words.end(), {"-o", base});
    if (halo::test::start(words, {}, log) != 0) {
        mutant.said = halo::test::read(log);
        return;
    }
    const auto result_of = [&](const std::string& order) {
        fs::remove(base + ".json");
        halo::test::start({base, "--order=" + order}, {"HALO_RESULT=" + base + ".json"}, log);
        return diagnosis(base + ".json");
    };
    mutant.got = result_of("forward");
    if (mutant.got != mutant.due()) mutant.said = halo::test::read(log);
    mutant.same_in_reverse = result_of("reverse") == mutant.got;
    fs::remove(base);
}

}  // namespace

TEST_CASE("the lab's tests tell every wrong variant what is due to it, and refuse no right one")
{
    for (const Mutant& mutant : mutants) {
        INFO(mutant.name << ": " << mutant.about << "\n" << mutant.said);
        CHECK(mutant.got == mutant.due());
        CHECK(mutant.same_in_reverse);
    }
}

TEST_CASE("every function has enough wrong variants, the lab enough right ones, and each says what it is about")
{
    for (const std::string& function : functions) {
        CAPTURE(function);
        CHECK(std::count_if(mutants.begin(), mutants.end(), [&](const Mutant& m) { return m.function == function; }) >= int(kWrong));
    }
    CHECK(std::count_if(mutants.begin(), mutants.end(), [](const Mutant& m) { return m.key == "passed"; }) >=
          int(kRight * functions.size()));
    for (const Mutant& mutant : mutants) {
        CAPTURE(mutant.name);
        CHECK(!mutant.about.empty());
        CHECK(!mutant.key.empty());
    }
}

int main(int argc, char** argv)
{
    if (argc < 6) {
        fmt::print(stderr, "usage: mutants_test CUCC TESTS_LIBRARY COMMON LAB_FOLDER MUTANTS_FOLDER [doctest's options]\n");
        return 2;
    }
    const fs::path lab = argv[4], folder = argv[5];
    const toml::table toml = toml::parse_file((lab / "lab.toml").string());
    if (const toml::array* names = toml["functions"].as_array())
        for (const toml::node& name : *names) functions.push_back(name.value_or(std::string{}));
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".cu") mutants.push_back(read_mutant(entry.path()));
    std::sort(mutants.begin(), mutants.end(), [](const Mutant& a, const Mutant& b) { return a.name < b.name; });

    std::string work = fs::temp_directory_path() / "mutants-XXXXXX";
    if (mkdtemp(work.data()) == nullptr) {
        fmt::print(stderr, "mutants_test: no temporary folder {}\n", work);
        return 2;
    }
    const std::vector<std::string> build = {argv[1], argv[2], "-I" + lab.string(), std::string("-I") + argv[3], "-lfmt", "-ltomlplusplus"};
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> jobs;
    for (unsigned job = 0; job < std::max(1u, std::thread::hardware_concurrency()); ++job)
        jobs.emplace_back([&] {
            for (std::size_t i; (i = next++) < mutants.size();) try_out(mutants[i], build, folder, work);
        });
    for (std::thread& job : jobs) job.join();
    std::error_code ignored;
    fs::remove_all(work, ignored);

    doctest::Context context(argc - 5, argv + 5);
    return context.run();
}
