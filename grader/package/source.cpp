#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "findings/handed_out.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "package/packages.hpp"

namespace halo::grader::package {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kPictures = {".png", ".svg", ".pdf", ".jpg", ".gif", ".ipynb"};

/// What students get, and the grader without its tests and what is for instructors' eyes. So no package holds a solution: some
/// platforms keep packages where students can read them. Of the grader's pages only those that are built into it.
bool packaged(const std::string& path)
{
    if (std::ranges::find(kPictures, fs::path(path).extension().string()) != kPictures.end()) return false;
    if (!path.starts_with("grader/")) return handed_out(path);
    if (path.find("/tests/") != std::string::npos) return false;
    if (path.ends_with(".md") && path != "grader/MISCONCEPTIONS.md" && !path.starts_with("grader/cli/help/")) return false;
    return std::ranges::none_of(std::array{"grader/exam/", "grader/examples/", "grader/bench/", "grader/package/platforms/"}, [&](const char* folder) { return path.starts_with(folder); });
}

}  // namespace

void need_source(const fs::path& source)
{
    if (!fs::exists(source / "meson.build") || !fs::exists(source / "grader/meson.build"))
        throw UsageError({fmt::format("grader: {} holds no source of Halo", source.string()), "looked for meson.build and grader/meson.build", "name the folder that you cloned, with --source"});
}

Tree source_tree(const fs::path& source, const fs::path& as)
{
    Tree out;
    const auto add = [&](const fs::path& file) {
        const std::string path = fs::relative(file, source).string();
        if (packaged(path)) out[as / path] = {read_file(file, "a part of the package"), (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none};
    };
    for (const char* file : {"LICENSE", "meson.build", "meson_options.txt"}) add(source / file);
    for (const char* part : {"common", "labs", "grader", "tools"})
        for (fs::recursive_directory_iterator at(source / part), end; at != end; ++at) {
            if (at->is_directory() && at->path().filename().string().starts_with('.')) at.disable_recursion_pending();
            else if (at->is_regular_file() && !at->is_symlink()) add(at->path());
        }
    for (auto& [path, content] : out)
        if (path.filename() == "meson.build")
            content.bytes = without_missing_folders(content.bytes, [&](std::string_view below) { return out.contains(path.parent_path() / below / "meson.build"); });
    return out;
}

}  // namespace halo::grader::package
