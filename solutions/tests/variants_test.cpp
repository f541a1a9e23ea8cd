// Builds and runs the variants of a solution, and holds what the lab's tests report against what variants.toml expects.
//
// usage: variants_test ROOT LAB CUCC ENGINE_LIBRARY TESTS_LIBRARY [--only=NAME] [--record=FILE] -- KERNEL_FLAGS…

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "variants.hpp"
#include "workshop.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::variants;

std::vector<Variant> variants;
std::vector<Reports> reports;           ///< of `variants`, in the same order

std::string named(const Expected& expected) { return expected.function.empty() ? expected.verdict : fmt::format("{} ({}) in {}", expected.mistake, expected.verdict, expected.function); }
std::string named(const Report& report)
{
    if (!report.built) return "not built";
    return report.mistake.empty() ? report.verdict : fmt::format("{} ({}) in {}", report.mistake, report.verdict, report.function);
}

bool has_code(std::string_view line, std::string_view part) { return !matches(tokens_of(line), tokens_of(part)).empty(); }

/// What the report lacks; empty: nothing.
std::string complaint(const Expected& expected, const Report& report)
{
    if (named(report) != named(expected)) return fmt::format("expected {}, got {}", named(expected), named(report));
    if (!expected.line.empty() && !has_code(report.source, expected.line))
        return fmt::format("the message should begin with the line `{}`, and begins with {}: {}", expected.line, report.line, report.source);
    if (expected.line.empty() && report.line > 0) return fmt::format("the message begins with a line, and `line` does not give it: {}", report.source);
    const auto is_other = [&](const std::string& line) { return has_code(line, expected.other_line); };
    if (!expected.other_line.empty() && std::ranges::none_of(report.other_lines, is_other))
        return fmt::format("the line `{}` is not named", expected.other_line);
    for (const std::string& name : expected.names)
        if ((report.headline + "\n" + report.where).find(name) == std::string::npos) return fmt::format("`{}` is not named", name);
    return {};
}

void show(const Variant& variant, const Reports& got)
{
    fmt::print("\n{}: {}\n", variant.name, variant.why);
    if (variant.edits.empty()) fmt::print("  {}\n", variant.file.string());
    for (const Edit& edit : variant.edits) {
        const auto print = [](char sign, const std::string& text) {
            for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
                end = std::min(text.find('\n', at), text.size());
                fmt::print("  {} {}\n", sign, text.substr(at, end - at));
            }
        };
        print('-', edit.replace);
        print('+', edit.with);
    }
    fmt::print("  {:.1f} s: {}\n", got.seconds, named(got.forward));
    if (!got.forward.headline.empty()) fmt::print("  {}\n", got.forward.headline);
}

void record(const std::string& file)
{
    std::ofstream out(file);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto one = [](const Report& r) {
            return nlohmann::json{{"verdict", r.verdict}, {"mistake", r.mistake}, {"function", r.function}, {"headline", r.headline},
                                  {"where", r.where}, {"line", r.line}, {"source", r.source}, {"other_lines", r.other_lines}, {"text", r.text}};
        };
        out << nlohmann::json{{"name", variants[i].name}, {"seconds", reports[i].seconds}, {"forward", one(reports[i].forward)}, {"reverse", one(reports[i].reverse)}}.dump() << '\n';
    }
}

double processor_seconds()
{
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return double(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-6 * double(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

}  // namespace

TEST_CASE("the lab's tests report each variant's mistake, its line and its names, whichever thread runs first")
{
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const Variant& variant = variants[i];
        INFO(variant.name << ": " << variant.why << "\n" << reports[i].forward.text);
        CHECK(complaint(variant.expected, reports[i].forward) == "");
        CHECK(named(reports[i].reverse) == named(reports[i].forward));
    }
}

int main(int argc, char** argv)
{
    if (argc < 6) {
        fmt::print(stderr, "usage: variants_test ROOT LAB CUCC ENGINE_LIBRARY TESTS_LIBRARY [--only=NAME] -- KERNEL_FLAGS…\n");
        return 2;
    }
    Tools tools{fs::absolute(argv[1]), fs::absolute(argv[3]), fs::absolute(argv[4]), fs::absolute(argv[5]), {}};
    const std::string lab = argv[2];
    std::string only, record_file;
    for (int i = 6; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("--only=")) only = word.substr(7);     // Meson puts options of the caller last
        else if (word.starts_with("--record=")) record_file = word.substr(9);
        else if (word != "--") tools.kernel_flags.push_back(word);
    }
    try {
        variants = read_variants(tools.root / "solutions" / lab);
        if (!only.empty()) std::erase_if(variants, [&](const Variant& v) { return v.name != only; });
        if (variants.empty()) throw Fault(fmt::format("{} has no variant {}\n  where: solutions/{}/variants.toml\n  try:   NAME=, one of its names", lab, only, lab));
        reports.resize(variants.size());

        const auto began = std::chrono::steady_clock::now();
        const Workshop workshop(tools, lab);
        std::atomic<std::size_t> next = 0;
        std::mutex printing;
        {
            std::vector<std::jthread> jobs;
            for (unsigned job = 0; job < std::max(1u, std::thread::hardware_concurrency()); ++job)
                jobs.emplace_back([&] {
                    for (std::size_t i; (i = next++) < variants.size();) {
                        reports[i] = workshop.try_out(variants[i]);
                        const std::lock_guard lock(printing);
                        show(variants[i], reports[i]);
                    }
                });
        }
        fmt::print("\n{}: {} variants in {:.0f} s, {:.0f} s of processor time\n", lab, variants.size(),
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(), processor_seconds());
    } catch (const Fault& fault) {
        fmt::print(stderr, "{}\n", fault.what());
        return 1;
    }
    if (!record_file.empty()) record(record_file);
    doctest::Context context(1, argv);
    return context.run();
}
