// Which submissions are unusually alike.

#include <cstdio>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "machine/errors.hpp"
#include "similar/report.hpp"

namespace halo::grader::cli {
namespace {

struct SimilarArguments {
    similar::Sources sources;
    std::vector<std::string> labs;
    unsigned least = 40;
    std::filesystem::path to, manifest;
    similar::Tester tester;
    bool no_sandbox = false, json = false;
};

std::filesystem::path place(const SimilarArguments& arguments)
{
    if (!arguments.to.empty()) return arguments.to;
    return arguments.sources.out.empty() ? "similar" : arguments.sources.out / "similar";
}

int find(SimilarArguments& arguments)
{
    if (arguments.sources.submissions.empty() == arguments.sources.out.empty())
        throw UsageError({"grader: similar compares either a folder of submissions or what a run was given", "",
                          "grader similar SUBMISSIONS, or grader similar --out FOLDER"});
    sandbox::Confinement& confinement = arguments.tester.confinement;
    confinement.sandboxed = !arguments.no_sandbox;
    similar::need(arguments.tester);
    if (const std::string reason = sandbox::why_not(confinement); !reason.empty()) {
        fmt::print(stderr, "{}\n", reason);
        return kFault;
    }

    const std::vector<course::LabBuild> labs = course::read_manifest(arguments.manifest).select(arguments.labs);
    similar::Collected collected = similar::collect(arguments.sources, labs);
    similar::Report report{{}, std::move(collected.notes)};
    for (similar::LabWorks& works : collected.labs)
        if (!works.works.empty()) report.labs.push_back(similar::find_similar(arguments.tester, std::move(works), arguments.least));

    const std::filesystem::path folder = place(arguments);
    similar::write_report(report, folder);
    fmt::print("{}", arguments.json ? similar::json(report) : similar::terminal(report));
    if (!arguments.json) fmt::print("{}: index.html, similar.csv\n", (folder / "").parent_path().string());
    return 0;
}

}  // namespace

Run declare_similar(Options& options)
{
    auto arguments = std::make_shared<SimilarArguments>();
    options.path("SUBMISSIONS", arguments->sources.submissions, "The folder that holds one folder per student; or:")
        .path("--out", arguments->sources.out, "A folder that grader run wrote: compares what its latest run was given")
        .texts("--lab", arguments->labs, "Compare this lab; may be repeated [all]")
        .paths("--against", arguments->sources.against, "Also compare with an earlier year's submissions, or with solutions/; may be repeated")
        .number("--least", arguments->least, 0, 100, "Leave out pairs that share less than this much of both, in percent [40]")
        .path("--to", arguments->to, "Where to write the pages [similar, below --out if that is given]")
        .flag("--json", arguments->json, "Print JSON instead of tables")
        .flag("--no-sandbox", arguments->no_sandbox, "Run the similarity tester without a sandbox; it sees no submission's text")
        .manifest(arguments->manifest)
        .path("--tester", arguments->tester.program, "")
        .hidden();
    return [arguments] { return find(*arguments); };
}

}  // namespace halo::grader::cli
