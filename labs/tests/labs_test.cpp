// Do a lab's page, skeleton, solution and hints agree? Tests the checks first, then every lab.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "findings/mistake.hpp"
#include "harness/student/line_remarks.hpp"
#include "kinds/convolution/words.hpp"
#include "kinds/elementwise/words.hpp"
#include "kinds/transposition/words.hpp"
#include "student/lab_toml.hpp"
#include "student/questions.hpp"
#include "lab_text.hpp"

namespace fs = std::filesystem;
using namespace halo::pages;

namespace {

fs::path labs_folder, solutions_folder;   // arguments of this test

std::string read(const fs::path& file)
{
    std::ifstream in(file);
    REQUIRE_MESSAGE(in.good(), file.string());
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string joined(const Complaints& complaints)
{
    std::string text;
    for (const std::string& complaint : complaints) text += "\n  " + complaint;
    return text;
}

#define CHECK_FINE(complaints) CHECK_MESSAGE((complaints).empty(), #complaints << joined(complaints))

struct LabFolder {
    fs::path path;
    std::string folder, stem;
    std::vector<std::string> functions;
};

/// Every folder labs/NN_name with a lab.toml. The stem follows the folder's name.
std::vector<LabFolder> all_labs()
{
    std::vector<LabFolder> labs;
    for (const fs::directory_entry& entry : fs::directory_iterator(labs_folder)) {
        if (!fs::exists(entry.path() / "lab.toml")) continue;
        LabFolder lab;
        lab.path   = entry.path();
        lab.folder = entry.path().filename();
        lab.stem   = lab.folder.substr(3);
        const toml::table toml = toml::parse_file((lab.path / "lab.toml").string());
        if (const toml::array* names = toml["functions"].as_array())
            for (const toml::node& name : *names) lab.functions.push_back(name.value_or(std::string{}));
        labs.push_back(lab);
    }
    std::sort(labs.begin(), labs.end(), [](const LabFolder& a, const LabFolder& b) { return a.folder < b.folder; });
    return labs;
}

/// The kind of each function: `LAB_FUNCTION(conv2d_tiled, Conv2d{…` in the lab's tests.
std::string kind_of(const std::string& tests, const std::string& function)
{
    const std::string start = fmt::format("LAB_FUNCTION({}, ", function);
    const std::size_t at = tests.find(start);
    if (at == std::string::npos) return {};
    const std::size_t from = at + start.size();
    return tests.substr(from, tests.find_first_of("{)", from) - from);
}

/// The numbers of the size that a function is measured with: `LAB_MEASURE(f, "…", {5000})`.
std::vector<std::string> numbers_in(const std::string& tests, const std::string& function)
{
    std::vector<std::string> numbers;
    const std::size_t at = tests.find(fmt::format("LAB_MEASURE({},", function));
    if (at == std::string::npos) return numbers;
    const std::size_t from = tests.find('{', at), end = tests.find('}', from);
    for (std::size_t i = from; i < end; ++i) {
        if (std::isdigit(static_cast<unsigned char>(tests[i])) == 0) continue;
        std::size_t last = i;
        while (std::isdigit(static_cast<unsigned char>(tests[last])) != 0) ++last;
        numbers.push_back(tests.substr(i, last - i));
        i = last;
    }
    return numbers;
}

/// Does a kind have what the key is about?
bool has(const std::string& kind, halo::Part part)
{
    const bool transposes = kind.starts_with("Transpose"), elementwise = kind.ends_with("AddToEach") || kind == "ReverseBlocks";
    const halo::Words words = transposes ? halo::lab::kMatrixWords : elementwise ? halo::lab::kArrayWords : halo::lab::kSignalWords;
    return part == halo::Part::any || (part == halo::Part::sums && words.sums) || (part == halo::Part::neighbours && words.neighbours);
}

/// The hints in a file by key, those for one function by `function.key`.
std::map<std::string, std::vector<std::string>> hints_of(const fs::path& file)
{
    std::map<std::string, std::vector<std::string>> hints;
    const auto texts = [](const toml::array& levels) {
        std::vector<std::string> out;
        for (const toml::node& level : levels) out.push_back(level.value_or(std::string{}));
        return out;
    };
    const toml::table toml = toml::parse_file(file.string());
    const toml::table* table = toml["hints"].as_table();
    if (table == nullptr) return hints;
    for (const auto& [name, node] : *table) {
        if (const toml::array* levels = node.as_array()) hints[std::string(name.str())] = texts(*levels);
        if (const toml::table* of_function = node.as_table())
            for (const auto& [key, inner] : *of_function)
                hints[fmt::format("{}.{}", name.str(), key.str())] = texts(*inner.as_array());
    }
    return hints;
}

/// The key in `function.key` or `key`.
std::string key_in(const std::string& name) { return name.substr(name.find('.') + 1); }

constexpr const char* kSkeleton = R"(
__global__ void blur_kernel(const float* in)
{
    const int i = 0;
    // TODO(1) Load. What does
    //         a ghost store?
    // TODO(2) Sum.
}
)";

}  // namespace

TEST_CASE("TODOs that skip or repeat a number, or are missing, are reported; TODOs in order are not")
{
    CHECK(todos_in_order("// TODO(1)\n// TODO(2)\n// TODO(3)").empty());
    CHECK(todos_in_order("// TODO(1)\n// TODO(3)") == Complaints{"TODO(3) where TODO(2) is expected"});
    CHECK(todos_in_order("// TODO(1)\n// TODO(1)") == Complaints{"TODO(1) where TODO(2) is expected"});
    CHECK(todos_in_order("int x;") == Complaints{"there is no TODO"});
}

TEST_CASE("a solution may add lines and drop TODOs, but not change or move what was given")
{
    CHECK(solution_only_adds(kSkeleton, "__global__ void blur_kernel(const float* in)\n{\nconst int i = 0;\nuse(i);\n}\n").empty());
    CHECK(solution_only_adds(kSkeleton, "__global__ void blur_kernel(float* in)\n{\nconst int i = 0;\n}\n") ==
          Complaints{"the solution lacks, or moved: __global__ void blur_kernel(const float* in)"});
    CHECK(solution_only_adds("a;\nb;\n", "b;\na;\n") == Complaints{"the solution lacks, or moved: b;"});
}

TEST_CASE("a launch of a kernel that the file does not define is reported, one in a comment is not a launch")
{
    CHECK(kernels(kSkeleton) == std::vector<std::string>{"blur_kernel"});
    CHECK(launches_what_it_defines("__global__ void a(int x) {}\nvoid f() { a<<<1, 1>>>(2); }").empty());
    CHECK(launches_what_it_defines("__global__ void a(int x) {}\n// b<<<1, 1>>>(2);").empty());
    CHECK(launches_what_it_defines("__global__ void a(int x) {}\nvoid f() { b<<<1, 1>>>(2); }") ==
          Complaints{"launches b, which it does not define"});
    CHECK(launches_what_it_defines("template <bool k>\n__global__ void a(int x) {}\nvoid f() { a<true><<<1, 1>>>(2); }").empty());
    CHECK(launches_what_it_defines("__global__ void a(int x) {}\nvoid f() { b<true><<<1, 1>>>(2); }") ==
          Complaints{"launches b, which it does not define"});
}

TEST_CASE("a header that takes a name students may want is reported, a comment with one is not")
{
    const std::string fine = "#pragma once\ninline constexpr int kTile = 16;   ///< kBlock is yours\nvoid f(int a);\n";
    CHECK(header_names_only(fine, {"f"}).empty());
    CHECK(header_names_only(fine, {"f", "g"}).size() == 1);
    CHECK(header_names_only(fine + "inline constexpr int kBlock = 20;\n", {"f"}) ==
          Complaints{"a name that students may want: kBlock"});
    CHECK(header_names_only(fine + "struct Image;\n", {"f"}) == Complaints{"neither a constant nor a function: struct Image;"});
}

TEST_CASE("a signature is the same however it is broken into lines, and different if a type differs")
{
    CHECK(signature("\nvoid f(int a,\n       int b)\n{", "f") == "void f(int a, int b)");
    CHECK(signature("\nvoid f(int a, float b);", "f") == "void f(int a, float b)");
    CHECK(signature("\n// void f(int a);\n", "f").empty());
    CHECK(signature("\nvoid f_kernel(int a)\n", "f").empty());
}

TEST_CASE("every lab: skeleton and solution have the same signatures and kernels, and solving only adds")
{
    const std::vector<LabFolder> labs = all_labs();
    REQUIRE(labs.size() >= 3);
    for (const LabFolder& lab : labs) {
        CAPTURE(lab.folder);
        const std::string header   = read(lab.path / (lab.stem + ".hpp"));
        const std::string skeleton = read(lab.path / (lab.stem + ".cu"));
        const std::string solution = read(solutions_folder / lab.folder / (lab.stem + ".cu"));

        CHECK_FINE(todos_in_order(skeleton));
        CHECK(solution.find("TODO") == std::string::npos);
        CHECK_FINE(solution_only_adds(skeleton, solution));
        CHECK_FINE(launches_what_it_defines(skeleton));
        CHECK_FINE(launches_what_it_defines(solution));
        CHECK(solution.find("<<<") != std::string::npos);
        CHECK((kernels(skeleton).empty() || kernels(skeleton) == kernels(solution)));      // none: any kernel at all
        CHECK_FINE(includes_only(skeleton, lab.stem + ".hpp"));
        CHECK_FINE(header_names_only(header, lab.functions));
        for (const std::string& function : lab.functions) {
            CAPTURE(function);
            CHECK(!signature(header, function).empty());
            CHECK(signature(skeleton, function) == signature(header, function));
            CHECK(signature(solution, function) == signature(header, function));
        }
    }
}

TEST_CASE("every lab has a complete page and a description")
{
    for (const LabFolder& lab : all_labs()) {
        CAPTURE(lab.folder);
        CHECK_FINE(page_is_complete(read(lab.path / "README.md")));
        const toml::table toml = toml::parse_file((lab.path / "lab.toml").string());
        CHECK(!toml["title"].value_or(std::string{}).empty());
        CHECK(toml["order"].value_or(0) == std::stoi(lab.folder.substr(0, 2)));
        CHECK(!lab.functions.empty());
        CHECK(read(labs_folder / "README.md").find(fmt::format("({}/README.md)", lab.folder)) != std::string::npos);
    }
}

TEST_CASE("every lab asks in full sentences for numbers that it measures, says of what case, and gives away none of them")
{
    CHECK(numbers_in("LAB_MEASURE(f, \"a 3\",\n            {.width = 5000, .filter_width = 9})", "f") == std::vector<std::string>{"5000", "9"});
    CHECK(numbers_in("LAB_MEASURE(g, \"\", {7})", "f").empty());
    for (const LabFolder& lab : all_labs()) {
        CAPTURE(lab.folder);
        const std::string tests = read(lab.path / "tests.cpp");
        std::vector<halo::student::Question> questions;
        CHECK_NOTHROW(questions = halo::student::read_questions(lab.path / "prediction.toml", lab.functions));
        CHECK(!questions.empty());
        for (const halo::student::Question& question : questions) {
            CAPTURE(question.name());
            CHECK(!question.written);
            CHECK(question.text.find('?') != std::string::npos);
            const std::vector<std::string> sizes = numbers_in(tests, question.function);
            CHECK(!sizes.empty());
            for (const std::string& size : sizes) CHECK_MESSAGE(question.measured.find(size) != std::string::npos, size);
        }
    }
}

TEST_CASE("the labs that a profile refers to exist, and are about that")
{
    using halo::lab::Waste;
    for (const Waste waste : {Waste::strided, Waste::bank_conflicts, Waste::replays, Waste::few_lanes, Waste::loaded_again, Waste::filter_in_global}) {
        const std::string lesson = halo::lab::lesson_of(waste);
        CAPTURE(lesson);
        REQUIRE(lesson.starts_with("lab "));
        const std::string number = lesson.substr(4, 2), subject = lesson.substr(lesson.rfind(' ') + 1);
        const auto labs = all_labs();
        const auto lab = std::ranges::find_if(labs, [&](const LabFolder& one) { return one.folder.starts_with(number + "_"); });
        REQUIRE(lab != labs.end());
        CHECK(read(lab->path / "README.md").find(subject.substr(0, 4)) != std::string::npos);       // padding, padded
    }
}

TEST_CASE("a page without a prediction, with sections out of order, an idea of few words or without the note on DRAM is reported")
{
    std::string idea;
    for (int i = 0; i < 300; ++i) idea += "word ";
    const std::string page = "# Lab\n\n## Picture\n\n## Idea\n\n" + idea + "\n\n```text\ncode is not counted\n```\n\n"
                             "## Shapes\n\n## Steps\n\n## Predict\n\nHow many? `make predict` asks.\n\n"
                             "## Check\n\n<details>**8.73**, **16**\n</details>\n\n"
                             "## Measure\n\nreuse_ratio counts loads, not DRAM bytes\n\n## Now you can\n\n## Questions\n\n<details><summary>\n\n"
                             "## Exercises\n\nDouble the tile.\n\n## Sources\n";
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string text = page;
        return text.replace(text.find(from), from.size(), to);
    };
    const auto words = [](int count) { return Complaints{fmt::format("explains the idea in {} words; 300 to 600 are read", count)}; };
    CHECK_FINE(page_is_complete(page));
    CHECK(page_is_complete(replaced("word word ", "word ")) == words(299));
    CHECK_FINE(page_is_complete(replaced("word ", idea)));      // 599
    CHECK(page_is_complete(replaced("word ", idea + "a b c ")) == words(602));
    CHECK(page_is_complete(replaced("## Steps", "## Doing")) == Complaints{"section Steps is missing or misplaced"});
    CHECK(page_is_complete(replaced("## Predict\n", ""))== Complaints{"section Predict is missing or misplaced", "does not say which numbers `make predict` asks for"});
    CHECK(page_is_complete(replaced(", not DRAM bytes", "")).size() == 1);
    CHECK(page_is_complete(replaced("`make predict`", "a command")) == Complaints{"does not say which numbers `make predict` asks for"});
    CHECK(page_is_complete(replaced("## Steps", "8.73, of 16 x 16\n\n## Steps")) == Complaints{"gives away 8.73 outside a fold"});
    CHECK(page_is_complete(replaced("## Steps", "<details>8.73</details>\n\n## Steps")).empty());
    CHECK(page_is_complete(replaced("Double the tile.", "<details>Double the tile.</details>")) == Complaints{"prints the answer to an exercise"});
}

TEST_CASE("every lab has four different hints for everything a run can find, in each function")
{
    for (const LabFolder& lab : all_labs()) {
        CAPTURE(lab.folder);
        const std::string tests = read(lab.path / "tests.cpp");
        const halo::student::Book book = halo::student::Book::read(lab.path / "lab.toml");
        for (const std::string& function : lab.functions)
            for (const halo::KeyRow& key : halo::all_keys()) {
                REQUIRE(!kind_of(tests, function).empty());
                if (!has(kind_of(tests, function), key.part)) continue;
                const auto* texts = book.find({lab.folder, function, std::string(name(key.fallback)), std::string(key.name)});
                REQUIRE_MESSAGE(texts != nullptr, function << ": no hint for " << key.name);
                CHECK_MESSAGE(std::set<std::string>(texts->begin(), texts->end()).size() == halo::student::kLevels,
                              function << ": the same text twice for " << key.name);
            }
    }
}

TEST_CASE("every hint is for a mistake that exists and that one of the lab's functions can have")
{
    CHECK(kind_of("LAB_FUNCTION(f, Conv2d{.radius = 2});", "f") == "Conv2d");
    CHECK(kind_of("LAB_FUNCTION(f, Conv2d{.radius = 2});", "g").empty());
    CHECK(has("Conv2d", halo::Part::neighbours));
    CHECK(!has("TransposeInPlace", halo::Part::neighbours));
    CHECK(!has("HostAddToEach", halo::Part::sums));
    for (const auto& [name, levels] : hints_of(labs_folder / "hints.toml")) CHECK_MESSAGE(halo::key_named(name), "hints.toml: " << name);
    for (const LabFolder& lab : all_labs()) {
        CAPTURE(lab.folder);
        const std::string tests = read(lab.path / "tests.cpp");
        for (const auto& [name, levels] : hints_of(lab.path / "lab.toml")) {
            const auto key = halo::key_named(key_in(name));
            REQUIRE_MESSAGE(key, "a hint for an unknown mistake: " << name);
            const bool possible = std::ranges::any_of(lab.functions, [&](const std::string& function) {
                return (name.find('.') == std::string::npos || name.starts_with(function + ".")) && has(kind_of(tests, function), row_of(*key).part);
            });
            CHECK_MESSAGE(possible, "a hint for a mistake that none of its functions can have: " << name);
        }
    }
}

TEST_CASE("no hint repeats another's text: shared texts are in hints.toml once, and are used")
{
    std::map<std::string, std::string> first_in;
    std::map<std::string, int> references;
    std::vector<fs::path> files = {labs_folder / "hints.toml"};
    for (const LabFolder& lab : all_labs()) files.push_back(lab.path / "lab.toml");
    for (const fs::path& file : files)
        for (const auto& [name, levels] : hints_of(file))
            for (const std::string& text : levels) {
                const std::string here = fmt::format("{}: {}", file.parent_path().filename().string(), name);
                if (text.starts_with('@')) ++references[text.substr(1)];
                else CHECK_MESSAGE(first_in.emplace(text, here).second, here << " repeats " << first_in[text] << ": " << text);
            }
    const toml::table toml = toml::parse_file((labs_folder / "hints.toml").string());
    REQUIRE(toml["shared"].as_table() != nullptr);
    for (const auto& [name, text] : *toml["shared"].as_table()) {
        CHECK_MESSAGE(references[std::string(name.str())] > 1, "[shared] " << name.str() << " is not shared");
        CHECK_MESSAGE(first_in.emplace(text.value_or(std::string{}), "[shared]").second, "[shared] " << name.str() << " repeats a hint");
    }
}

int main(int argc, char** argv)
{
    if (argc < 3) return std::fprintf(stderr, "usage: labs_test LABS SOLUTIONS [doctest options]\n"), 1;
    labs_folder      = argv[1];
    solutions_folder = argv[2];
    doctest::Context context(argc, argv);
    return context.run();
}
