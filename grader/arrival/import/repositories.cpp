#include "arrival/import/repositories.hpp"

#include <stdlib.h>

#include <algorithm>

#include <fmt/format.h>

#include "arrival/csv.hpp"
#include "arrival/import/archive.hpp"
#include "arrival/import/layout.hpp"
#include "arrival/import/reader.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/process.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

constexpr double kWallS = 300;

/// git for repositories of other people: asks nobody, runs no helper that a repository or an address names, follows no link into a submodule.
Ended git(std::vector<std::string> words)
{
    // A repository of a few kilobytes can unpack to terabytes; 256 MiB per file, in blocks of 512 bytes.
    std::vector<std::string> argv = {"/bin/sh", "-c", "ulimit -f 524288; exec git \"$@\"", "git", "-c", "protocol.ext.allow=never", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"};
    argv.insert(argv.end(), words.begin(), words.end());
    return run_ours(argv, {}, kWallS, {},
                    {{"GIT_TERMINAL_PROMPT", "0"}, {"GIT_LFS_SKIP_SMUDGE", "1"}, {"GIT_ALLOW_PROTOCOL", "file:https:http:ssh:git"}, {"LC_ALL", "C.UTF-8"}});
}

std::string last_line(const std::string& text)
{
    std::string_view rest = text;
    while (!rest.empty() && rest.back() == '\n') rest.remove_suffix(1);
    return shortened(printable(rest.substr(rest.rfind('\n') + 1)), 200);
}

class Clone {
public:
    Clone()
    {
        std::string name = (std::filesystem::temp_directory_path() / "grader-clone-XXXXXX").string();
        if (!mkdtemp(name.data())) throw GraderFault({"grader: no temporary folder can be made", name, "check the space left on its disk"});
        folder_ = name;
    }
    ~Clone()
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Clone(const Clone&) = delete;
    std::string path() const { return (folder_ / "clone.git").string(); }
    std::filesystem::path tar() const { return folder_ / "commit.tar"; }

private:
    std::filesystem::path folder_;
};

/// Reads the commit as the tar archive that git makes of it; throws BadArchive.
void read_commit(const std::string& address, const std::string& commit, const std::string& below, const Limits& limits, Store& store, Listing& out)
{
    const Clone clone;
    const Ended cloned = git({"clone", "--quiet", "--bare", "--no-hardlinks", "--", address, clone.path()});
    if (cloned.exit != 0)
        throw BadArchive({"can't be cloned", cloned.timed_out ? fmt::format("it took more than {:.0f} s", kWallS) : last_line(cloned.errors), "check the address, and that you may read it: git clone"});
    const std::string wanted = commit.empty() ? "HEAD" : commit;
    const Ended found = git({"-C", clone.path(), "rev-parse", "--verify", "--quiet", "--end-of-options", wanted + "^{commit}"});
    if (found.exit != 0)
        throw BadArchive({commit.empty() ? "has no commit" : fmt::format("has no commit {}", shortened(printable(commit), 60)), "", "was it pushed? git log names what is there"});
    const Ended tar = git({"-C", clone.path(), "archive", "--format=tar", "--output=" + clone.tar().string(), found.output.substr(0, found.output.find('\n'))});
    if (tar.exit != 0) throw BadArchive({"can't be read", tar.signal ? "it holds more than 256 MiB" : last_line(tar.errors), "clone it by hand and import the folder"});
    read_packed(clone.tar(), below, limits, store, out);
}

}  // namespace

bool is_repository_list(const std::filesystem::path& file) { return file.extension() == ".csv" && std::filesystem::is_regular_file(file); }

Listing read_repositories(const std::filesystem::path& list, const Limits& limits, Store& store)
{
    const std::string source = list.filename().string();
    const CsvTable table = parse_csv(read_within_bounds(list, Form::table, {fmt::format("grader: the list of repositories {} cannot be read", list.string()), "", "name another"}), source);
    const int name = table.column({"name", "student", "id"}), address = table.column({"url", "path", "repository", "url-or-path"});
    const int id = table.column({"id"}), mail = table.column({"mail", "email"}), commit = table.column({"commit", "revision", "tag"});
    if (name < 0 || address < 0)
        throw UsageError({fmt::format("{}:1: a list of repositories has the columns name and url", source), "", "its first line should be: name,url or name,path, and commit if you like"});

    Listing out;
    out.name = source;
    out.packed = true;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const std::vector<std::string>& row = table.rows[r];
        const auto cell = [&](int column) { return column < 0 ? std::string() : row[std::size_t(column)]; };
        std::string top = printable(cell(name));
        std::replace(top.begin(), top.end(), '/', '_');
        if (top.empty() || cell(address).empty()) throw UsageError({fmt::format("{}:{}: name or address is missing", source, table.lines[r]), "", "fill it in, or remove the line"});
        if (!out.people.emplace(top, Who{.name = cell(name), .id = cell(id), .mail = cell(mail)}).second)
            throw UsageError({fmt::format("{}:{}: {} is there twice", source, table.lines[r], top), "", "a line for each person"});
        // A path is relative to the list, so that the list works from anywhere.
        std::string from = cell(address);
        if (from.find(':') == std::string::npos) from = (std::filesystem::absolute(list).parent_path() / from).lexically_normal().string();
        const std::size_t before = out.files.size();
        out.files.push_back({.path = top + "/", .passed_over = "a repository; its files are rows of their own"});
        try {
            read_commit(from, cell(commit), top, limits, store, out);
        } catch (const BadArchive& bad) {
            out.files.resize(before + 1);
            out.files[before].passed_over.clear();
            out.files[before].refused = bad.message;
        }
    }
    std::stable_sort(out.files.begin(), out.files.end(), [](const File& a, const File& b) { return a.path < b.path; });
    return out;
}

}  // namespace halo::grader::arrival
