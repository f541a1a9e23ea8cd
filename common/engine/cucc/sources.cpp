#include "sources.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "engine/translate/lab_words.hpp"
#include "process.hpp"
#include "rest_of_cmath.hpp"

namespace halo::cucc {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file) throw Fault(fmt::format("{} can't be read", path.string()), "check its name and permissions");
    return text;
}

/// A header without any of these words is plain C++.
bool has_device_code(const std::string& text)
{
    static constexpr std::string_view words[] = {"__global__", "__device__", "__shared__", "__constant__", "__managed__", "<<<", "<< <"};
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view w) { return text.find(w) != std::string::npos; });
}

}  // namespace

Sources::Sources(fs::path folder, std::vector<fs::path> include_folders, fs::path engine, bool allow_main, bool watch, bool for_debugger, bool relaxed_constexpr)
    : folder_(std::move(folder)), include_folders_(std::move(include_folders)), engine_(std::move(engine))
{
    rules_.allow_main = allow_main;
    rules_.watch = watch;
    rules_.for_debugger = for_debugger;
    rules_.relaxed_constexpr = relaxed_constexpr;
    rules_.pieces = !for_debugger;
}

void Sources::are_submission(std::string unhooked)
{
    submission_ = true;
    rules_.unhooked = std::move(unhooked);
    rules_.unused = false;
    rules_.pieces = false;   // a submission may not use what pieces are made with
}

std::string Sources::translate(const fs::path& path, const Preprocess& preprocess)
{
    const std::string source = read(path);
    quoted_folder_ = path.parent_path();
    includers_.clear();
    probe_conditionals(path, source, preprocess);
    const fs::path target = new_target(path);
    try {
        copy(path, source, target, false);
        return target;
    } catch (const Refused&) {
        return {};
    }
}

/// Runs again for each source file: a header's conditionals may differ between them.
void Sources::probe_conditionals(const fs::path& path, const std::string& source, const Preprocess& preprocess)
{
    probe_ = {};
    may_need_rest_of_cmath_ = false;
    probing_ = true;
    headers_.clear();
    const fs::path probe_file = new_target(path);
    copy(path, source, probe_file, false);
    if (probe_.undecided())
        for (const std::string& pass : preprocess(probe_file, probe_.both_sides())) probe_.read(pass);
    probing_ = false;
    headers_.clear();
}

/// Each copy has a folder of its own, so that it keeps the file name that the user knows.
fs::path Sources::new_target(const fs::path& path)
{
    const fs::path target = folder_ / std::to_string(++number_) / (path.filename().string() + ".cpp");
    originals_[target] = path;
    return target;
}

std::string Sources::translated(const fs::path& path, const std::string& source, bool plain, bool moved)
{
    engine::Rules rules = rules_;
    rules.plain_header = plain;
    rules.include = [&](std::string_view name, bool quoted) {
        const auto line = 1 + std::count(source.data(), name.data(), '\n');
        includers_.push_back(fmt::format("{}:{}", path.string(), line));
        std::string instead = include(name, quoted, path.parent_path(), moved);
        includers_.pop_back();
        return instead;
    };
    const std::string name = fs::weakly_canonical(path);   // the same for every way of including it
    if (probing_) {
        may_need_rest_of_cmath_ = may_need_rest_of_cmath_ || cucc::may_need_rest_of_cmath(source);
        return probe_.text(source, name, rules);
    }
    if (submission_) {
        if (const auto refusal = engine::line_directive(source)) {
            fmt::print(stderr, "{}", engine::describe(*refusal, path.string()));
            throw Refused{};
        }
        const fs::path inside = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(quoted_folder_.empty() ? "." : quoted_folder_));
        if (!inside.empty() && *inside.begin() != "..") engine::add_macro_lines(source, macros_);
    }
    rules.groups = [&] { return probe_.groups(name); };
    engine::Translation result = engine::translate(source, path.string(), rules);
    if (!result.refusal) return std::move(result.text);
    for (std::size_t i = includers_.size(); i-- > 0;)
        result.refusal->where += fmt::format("{} {}", i + 1 == includers_.size() ? "; included by" : ", by", includers_[i]);
    fmt::print(stderr, "{}", engine::describe(*result.refusal, path.string()));
    throw Refused{};
}

std::vector<std::string> Sources::own_files() const
{
    std::set<std::string> files;
    for (const auto& [copy, path] : originals_) files.insert(path);
    return {files.begin(), files.end()};
}

bool Sources::copy(const fs::path& path, const std::string& source, const fs::path& target, bool header)
{
    const bool cuda = path.extension() == ".cuh" || path.extension() == ".cu" || has_device_code(source);
    const bool plain = header && !cuda;
    std::string text = translated(path, source, plain, false);
    if (header && std::string_view(text).substr(text.find('\n') + 1) == source) return false;
    if (header) text = translated(path, source, plain, true);
    else if (!probing_) text = engine::kMarksProgram + text;
    fs::create_directories(target.parent_path());
    std::ofstream out(target, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Fault(fmt::format("{} can't be written", target.string()), "check the free space in $TMPDIR");
    return true;
}

/// `moved`: the including file is a copy in another folder, where g++ would look for "name".
std::string Sources::include(std::string_view name, bool quoted, const fs::path& beside, bool moved)
{
    const fs::path found = find(name, quoted, beside);
    if (found.empty()) return {};
    const fs::path key = fs::weakly_canonical(found);
    if (!headers_.contains(key)) {
        const fs::path target = new_target(found);
        headers_[key] = target;   // set first: a header may include itself through another
        if (!copy(found, read(found), target, true)) headers_[key].clear();
    }
    const std::string& instead = headers_[key];
    const bool lost = instead.empty() && moved && quoted && beside != quoted_folder_ && found == beside / name;
    return lost ? fs::absolute(found).string() : instead;
}

/// Searches as g++ does; empty if it is not one of the user's files.
fs::path Sources::find(const fs::path& name, bool quoted, const fs::path& beside) const
{
    std::error_code ignored;
    if (name.is_absolute()) return fs::is_regular_file(name, ignored) ? name : fs::path();
    if (quoted && fs::is_regular_file(beside / name, ignored)) return beside / name;
    if (fs::exists(engine_ / name, ignored)) return {};
    for (const fs::path& folder : include_folders_)
        if (fs::is_regular_file(folder / name, ignored)) return folder / name;
    return {};
}

}  // namespace halo::cucc
