// Makes what a platform needs to grade a lab by itself.

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "course/course.hpp"
#include "judging/built.hpp"
#include "judging/lab.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/text.hpp"
#include "package/packages.hpp"

namespace halo::grader::cli {
namespace {

namespace fs = std::filesystem;

struct PackageArguments {
    std::string platform, lab;
    fs::path to, course = HALO_COURSE, manifest, source = HALO_SOURCE;
};

std::vector<std::string> platform_names()
{
    std::vector<std::string> all;
    for (const package::Platform& platform : package::platforms()) all.emplace_back(platform.name);
    return all;
}

double points_of(const course::Course& course, const course::LabBuild& lab)
{
    double sum = 0;
    for (const std::string& function : judging::functions_of(lab)) sum += course.max_points(lab.lab, function);
    return sum;
}

/// A folder must be new or empty: what an instructor changed in an earlier package stays.
void write_folder(const package::Tree& tree, const fs::path& to)
{
    if (fs::exists(to) && (!fs::is_directory(to) || !fs::is_empty(to)))
        throw UsageError({fmt::format("grader: {} is there already", to.string()), "", "name a new folder with --to, or remove this one"});
    for (const auto& [path, content] : tree) {
        const fs::path target = to / path;
        fs::create_directories(target.parent_path());
        replace_file(target, content.bytes);
        fs::permissions(target, content.executable ? fs::perms(0755) : fs::perms(0644));
    }
}

int make(const PackageArguments& arguments)
{
    package::need_source(arguments.source);
    const auto platform = std::ranges::find_if(package::platforms(), [&](const package::Platform& one) { return one.name == arguments.platform; });
    const course::Manifest manifest = course::read_manifest(arguments.manifest);
    const course::LabBuild lab = manifest.select({arguments.lab}).front();
    const course::Course course = course::read_course(arguments.course);
    course.check(manifest.labs, judging::functions_if_built);
    std::vector<std::string> checked = course.labs;     // a platform builds only the one lab, and cannot check the others
    checked.push_back(lab.lab);
    judging::demand_built(manifest.select(checked));
    const double points = points_of(course, lab);
    const package::Tree tree = platform->make({arguments.source, arguments.course, lab, number(points)});
    std::size_t bytes = 0;
    if (platform->zip) {
        const std::string zip = package::zip_of(tree);
        bytes = zip.size();
        replace_file(arguments.to, zip);
    } else {
        for (const auto& [path, content] : tree) bytes += content.bytes.size();
        write_folder(tree, arguments.to);
    }
    fmt::print("{}: {} for {}, {} files, {:.1f} MB, {} points\n  next: {}\n", arguments.to.string(), platform->name, lab.lab, tree.size(), double(bytes) / 1e6, number(points), platform->next);
    return 0;
}

}  // namespace

Run declare_package(Options& options)
{
    auto arguments = std::make_shared<PackageArguments>();
    static std::string platforms = "One of:";
    for (const package::Platform& platform : package::platforms()) platforms += fmt::format("\n  {:14}{}", platform.name, platform.what);
    options.choice("PLATFORM", arguments->platform, platform_names(), platforms.c_str())
        .required()
        .text("--lab", arguments->lab, "Which lab: 07, conv2d_tiled or 07_conv2d_tiled")
        .required()
        .path("--to", arguments->to, "The zip to write, or the new folder for a platform that takes several files")
        .required()
        .path("--course", arguments->course, "Labs, points and credit [the course.toml of this workbook]")
        .path("--source", arguments->source, "Halo's own source, which the package builds [the one that this grader was built from]")
        .manifest(arguments->manifest);
    return [arguments] { return make(*arguments); };
}

}  // namespace halo::grader::cli
