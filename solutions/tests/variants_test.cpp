// Builds and runs the variants of a solution, and compares what the lab's tests report with what variants.toml expects.
//
// usage: variants_test ROOT LAB CUCC ENGINE_LIBRARY TESTS_LIBRARY [--only=NAME] [--right] [--seeds=N] -- KERNEL_FLAGS…
//
// With --right, only those that must pass: what a lab may never do is to refuse them. With --seeds, each variant also gets data and measured sizes from N seeds, as a grader would draw them: right values stay right, and
// earn the same.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include <fmt/format.h>

#include "findings/verdict.hpp"
#include "report.hpp"
#include "variants.hpp"
#include "workshop.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::variants;

std::vector<Variant> variants;
std::vector<Reports> reports;           ///< of `variants`, in the same order

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
    if (got.forward.headline.empty()) return;
    fmt::print("  {}\n", got.forward.headline);
    const halo::Message message{{}, got.forward.where, got.forward.attempt, got.forward.what};
    if (const std::string rest = text(message); !rest.empty()) fmt::print("{}\n", rest.substr(1));
    if (got.forward.line > 0) fmt::print("    line:  {}\n", got.forward.source);
    for (const std::string& line : got.forward.other_lines)
        fmt::print("    other: {}\n", line.substr(std::min(line.find_first_not_of(' '), line.size())));
}

bool values_right(const std::string& verdict) { return verdict == "passed" || verdict == "slow_pattern" || verdict == "implausible"; }

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
        for (const Report& drawn : reports[i].drawn) {
            INFO(drawn.text);
            // What else is wrong with a wrong variant may depend on the data.
            if (values_right(variant.expected.verdict)) CHECK(drawn.verdict == variant.expected.verdict);
            else CHECK(!values_right(drawn.verdict));
        }
    }
}

int main(int argc, char** argv)
{
    if (argc < 6) {
        fmt::print(stderr, "usage: variants_test ROOT LAB CUCC ENGINE_LIBRARY TESTS_LIBRARY [--only=NAME] [--right] [--seeds=N] -- FLAGS…\n");
        return 2;
    }
    Tools tools{fs::absolute(argv[1]), fs::absolute(argv[3]), fs::absolute(argv[4]), fs::absolute(argv[5]), {}};
    const std::string lab = argv[2];
    std::string only;
    bool right = false;
    for (int i = 6; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("--only=")) only = word.substr(7);     // Meson appends the caller's options
        else if (word == "--right") right = true;
        else if (word.starts_with("--seeds=")) tools.seeds = unsigned(std::stoul(word.substr(8)));
        else if (word != "--") tools.kernel_flags.push_back(word);
    }
    try {
        variants = read_variants(tools.root / "solutions" / lab);
        if (!only.empty()) std::erase_if(variants, [&](const Variant& v) { return v.name != only; });
        if (right) std::erase_if(variants, [](const Variant& v) { return !v.is_right(); });
        if (variants.empty())
            throw Fault({fmt::format("{} has no {}variant {}", lab, right ? "right " : "", only), fmt::format("solutions/{}/variants.toml", lab),
                         "NAME= one of these"});
        for (const Variant& variant : variants) text_of(variant);       // before anything is built
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
    doctest::Context context(1, argv);
    return context.run();
}
