#include "judging/kit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "judging/lab.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::judging {
namespace {

namespace fs = std::filesystem;

/// A file that may be included: `conv2d_tiled.hpp`, `cuda_runtime.h`, `cooperative_groups`.
bool is_header(const fs::path& path)
{
    const std::string extension = path.extension().string();
    return extension.empty() || extension == ".h" || extension == ".hpp" || extension == ".cuh" || extension == ".inc" || extension == ".def";
}

/// The headers below a folder, relative to it, in a fixed order.
std::vector<fs::path> headers_below(const fs::path& folder)
{
    std::vector<fs::path> out;
    try {
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file() && is_header(entry.path()) && entry.path().filename() != "Makefile")
                out.push_back(entry.path().lexically_relative(folder));
    } catch (const fs::filesystem_error& error) {
        throw GraderFault({fmt::format("the headers in {} cannot be read", folder.string()), error.what(),
                           "build again: ninja -C build"});
    }
    std::sort(out.begin(), out.end());
    return out;
}

void copy_headers(sandbox::StagingDir& staging, const fs::path& folder, const fs::path& as)
{
    for (const fs::path& header : headers_below(folder)) staging.add(folder / header, as / header);
}

}  // namespace

const std::string& HarnessHash::file(const fs::path& path, std::string_view what)
{
    std::string& hash = known_[path];
    if (hash.empty()) hash = sha256(read_file(path, what));
    return hash;
}

const std::string& HarnessHash::headers(const fs::path& folder)
{
    std::string& known = known_[folder];
    if (!known.empty()) return known;
    Sha256 hash;
    for (const fs::path& header : headers_below(folder)) {
        hash.add_field(header.string());
        hash.add_field(sha256(read_file(folder / header, "a header for submissions")));
    }
    return known = hash.hex();
}

std::string HarnessHash::of(const course::LabBuild& lab)
{
    Sha256 hash;
    hash.add_field(file(manifest_.cucc, "the compiler driver"));
    hash.add_field(file(manifest_.translate, "the translator"));
    hash.add_field(file(manifest_.gate, "the object gate"));
    hash.add_field(file(manifest_.kit_library, "the engine"));
    hash.add_field(file(lab.judge, "the lab's judge"));
    hash.add_field(file(lab.run_library, "the lab's run library"));
    for (const fs::path& folder : manifest_.kit_include) hash.add_field(headers(folder));
    for (const fs::path& folder : lab.include_dirs) hash.add_field(headers(folder));
    if (!lab.tests.empty()) hash.add_field(lab.tests);
    return hash.hex();
}

Kit::Kit(const course::Manifest& manifest, const std::vector<course::LabBuild>& labs, sandbox::StagingDir& staging)
    : root_(staging.path() / "kit"), judges_(staging.path() / "judges")
{
    staging.add(manifest.cucc, "kit/bin/cucc");
    staging.add(manifest.translate, "kit/bin/halo-translate");
    staging.add(manifest.gate, "kit/bin/halo-gate");
    staging.add(manifest.kit_library, "kit/lib/libhalo_engine.a");
    for (const fs::path& folder : manifest.kit_include) copy_headers(staging, folder, include());
    for (const course::LabBuild& lab : labs) {
        const fs::path home = fs::path("kit/labs") / lab.lab;
        staging.add(lab.run_library, home / "librun.a");
        std::string names;
        for (const std::string& function : functions_of(lab)) names += fmt::format("_Z{}{}*\n", function.size(), function);
        staging.write(home / "functions", names);
        staging.add(lab.judge, fs::path("judges") / lab.lab);
        if (!lab.tests.empty()) staging.write(fs::path("judges") / (lab.lab + ".tests"), lab.tests);
        for (std::size_t i = 0; i < lab.include_dirs.size(); ++i)
            copy_headers(staging, lab.include_dirs[i], home / std::to_string(i));
    }
}

std::vector<std::string> Kit::include_flags(const course::LabBuild& lab) const
{
    std::vector<std::string> flags;
    for (std::size_t i = 0; i < lab.include_dirs.size(); ++i) flags.push_back(fmt::format("-I/kit/labs/{}/{}", lab.lab, i));
    return flags;
}

sandbox::Bind Kit::judge(const course::LabBuild& lab) const { return {judges_ / lab.lab, "/judge"}; }

std::optional<sandbox::Bind> Kit::tests(const course::LabBuild& lab) const
{
    if (lab.tests.empty()) return std::nullopt;
    return sandbox::Bind{judges_ / (lab.lab + ".tests"), "/tests"};
}

std::string Kit::functions(const course::LabBuild& lab) const { return fmt::format("/kit/labs/{}/functions", lab.lab); }

std::string Kit::run_library(const course::LabBuild& lab) const { return fmt::format("/kit/labs/{}/librun.a", lab.lab); }

}  // namespace halo::grader::judging
