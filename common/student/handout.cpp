#include "student/handout.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <vector>

#include <unistd.h>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/path.hpp"
#include "student/process.hpp"
#include "student/repair.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

void write(const fs::path& file, std::string_view text)
{
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw Refusal({"the handout could not be written", file.string(), "is the disk full?"});
}

/// The folder in which the handout is made; removed if something fails.
struct Fresh {
    fs::path path;
    explicit Fresh(const fs::path& folder) : path(folder.string() + ".new." + std::to_string(getpid()))
    {
        std::error_code error;
        fs::create_directories(path, error);
        if (error) throw Refusal({folder.string() + " cannot be created", path.string() + ": " + error.message(), "choose a folder that you own"});
    }
    ~Fresh()
    {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

/// The output of `git WORDS` in the checkout, or nothing if it fails.
std::string git(const Place& place, std::vector<std::string> words)
{
    words.insert(words.begin(), {"git", "-C", place.root.string()});
    const Ended ended = capture({words}, false);
    return ended.code == 0 ? ended.out : "";
}

/// Is the checkout a git repository with commits, and not a folder inside another one?
bool has_history(const Place& place)
{
    if (capture({{"git", "-C", place.root.string(), "rev-parse", "-q", "--verify", "HEAD"}}).code != 0) return false;
    const fs::path top(std::string(trimmed(git(place, {"rev-parse", "--show-toplevel"}))));
    return top == place.root;
}

/// Takes the committed files: an edited lab may contain its answer.
void unpack_commit(const Place& place, const fs::path& fresh)
{
    const auto changed = lines_of(git(place, {"status", "--porcelain", "--", "labs", "common"})).size();
    if (changed > 0)
        std::fputs(fmt::format("left out, as not committed: changes in {} files under labs/ and common/\n", changed).c_str(), stderr);

    std::string names = git(place, {"ls-tree", "-r", "--name-only", "-z", "HEAD"}), wanted;
    std::replace(names.begin(), names.end(), '\0', '\n');
    for (const std::string_view name : lines_of(names))
        if (handed_out(name)) wanted += std::string(name) + "\n";
    const std::string list = fresh / ".files", archive = fresh / ".tar";
    write(list, wanted);
    if (run({{"git", "-C", place.root.string(), "archive", "--format=tar", "-o", archive, "HEAD"}}) != 0
        || run({{"tar", "-x", "-C", fresh.string(), "-f", archive, "-T", list}}) != 0)
        throw Refusal({"the commit could not be unpacked", fresh.string(), "is the disk full?"});
    fs::remove(list);
    fs::remove(archive);
}

/// Without a git history the files are copied as they are, unless someone has worked in them.
void copy_files(const Place& place, const fs::path& fresh)
{
    if (fs::exists(state_file(place.kept())))
        throw Refusal({"this copy has been worked in: its labs may contain answers", state_file(place.kept()).string(),
                       "make the handout from a fresh clone"});
    std::vector<fs::path> files(kTopFiles.begin(), kTopFiles.end());
    for (const char* top : {"tools", "labs", "common", "book", ".vscode", ".devcontainer"})
        for (const auto& entry : fs::recursive_directory_iterator(place.root / top))
            if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), place.root));
    try {
        for (const fs::path& file : files)
            if (handed_out(file.generic_string())) {
                fs::create_directories((fresh / file).parent_path());
                fs::copy_file(place.root / file, fresh / file);
            }
    } catch (const fs::filesystem_error& error) {
        throw Refusal({"the files could not be copied", error.what(), "is the disk full?"});
    }
}

void need_untouched_labs(const Place& fresh, const std::vector<std::string>& labs, const std::string& source)
{
    for (const std::string& lab : labs) {
        const std::string file = fmt::format("labs/{}/{}.cu", lab, lab.substr(3));
        if (read_text((fresh.root / file).string()).find("TODO(1)") == std::string::npos)
            throw Refusal({file + " is not in its original state", fmt::format("in {} it has no TODO(1)", source),
                           "restore it, or make the handout from a fresh clone"});
    }
}

/// Without history `make reset` needs the files as they are now.
void copy_skeletons(const Place& fresh, const std::vector<std::string>& labs)
{
    for (const std::string& lab : labs) {
        const Place one{fresh.root, {}, lab};
        fs::copy_file(one.folder() / one.file(), one.folder() / kHandedOut);
    }
}

/// Adapts the files that differ in a student's copy.
void adapt(const Place& place, const fs::path& fresh)
{
    for (const char* name : {"Makefile", "README.md"}) fs::copy_file(place.labs() / "handout" / name, fresh / name);
    const fs::path path_page = fresh / "labs" / "README.md";
    write(path_page, without_instructors_section(read_text(path_page.string())));
    for (const auto& entry : fs::recursive_directory_iterator(fresh)) {
        const fs::path& file = entry.path();
        if (file.filename() == "meson.build") write(file, without_missing_folders(read_text(file.string()), file.parent_path()));
        if (file.extension() == ".md") write(file, without_dead_links(read_text(file.string()), file.parent_path()));
    }
}

void put_in_place(const fs::path& fresh, const fs::path& folder)
{
    std::error_code error;
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
    fs::remove(folder, error);          // it is empty, or does not exist
    fs::rename(fresh, folder, error);
    if (error)
        throw Refusal({folder.string() + " could not be put in place", fresh.string() + ": " + error.message(), "choose a folder that you own"});
}

}  // namespace

std::string without_missing_folders(std::string_view meson, const fs::path& folder)
{
    return halo::without_missing_folders(meson, [&](std::string_view below) { return fs::exists(folder / below / "meson.build"); });
}

std::string without_instructors_section(std::string_view page)
{
    std::string out;
    bool skipping = false;
    for (const std::string_view line : lines_of(page)) {
        if (line.starts_with("## ")) skipping = line == "## Solutions and handouts";
        if (!skipping) out += std::string(line) + "\n";
    }
    return out;
}

std::string without_dead_links(std::string_view page, const fs::path& folder)
{
    std::string out;
    for (std::size_t middle; (middle = page.find("](")) != std::string_view::npos;) {
        const std::size_t begin = page.rfind('[', middle), end = page.find(')', middle);
        if (begin == std::string_view::npos || end == std::string_view::npos) break;
        const std::string_view words = page.substr(begin + 1, middle - begin - 1);
        const std::string_view target = page.substr(middle + 2, end - middle - 2);
        const std::string_view file = target.substr(0, target.find('#'));
        const bool is_path = target.find_first_of(" :") == std::string_view::npos && file.find_first_of("./") != std::string_view::npos;
        const bool leads_somewhere = !is_path || fs::exists(folder / file);      // a lambda, `[&](x)`, is not a link and stays
        out += page.substr(0, leads_somewhere ? end + 1 : begin);
        if (!leads_somewhere) out += words;
        page.remove_prefix(end + 1);
    }
    return out + std::string(page);
}

int handout(const Place& place, const std::string& folder, bool cases)
{
    if (!fs::exists(place.labs() / "handout"))
        throw Refusal({"this is a handout: another cannot be made from it", place.root.string(), "make it in the repository that this one came from"});
    if (folder.empty()) throw Refusal({"no folder to write to", "make handout", "make handout DIR=../../halo-for-students"});
    if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder)))
        throw Refusal({folder + " is not empty: nothing was written", "a handout gets a folder of its own",
                       "choose another DIR, or remove this one first"});

    const Fresh fresh(fs::absolute(folder).lexically_normal());
    std::string source = "this copy";
    if (has_history(place)) {
        source = "commit " + std::string(trimmed(git(place, {"rev-parse", "--short", "HEAD"})));
        unpack_commit(place, fresh.path);
    } else {
        copy_files(place, fresh.path);
    }
    const Place copy{fresh.path, {}, {}};
    const std::vector<std::string> labs = all_labs(copy);
    need_untouched_labs(copy, labs, source);
    copy_skeletons(copy, labs);
    if (cases) hand_out_cases(place, copy);
    adapt(place, fresh.path);
    put_in_place(fresh.path, folder);
    fmt::print("Written: {}, {} labs from {}, without solutions, grader, slides and history.\n", folder, labs.size(), source);
    return 0;
}

}  // namespace halo::student
