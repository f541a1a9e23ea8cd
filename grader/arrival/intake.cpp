#include "arrival/intake.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/predictions.hpp"
#include "findings/fd.hpp"
#include "machine/errors.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

Fd open_folder(int parent, const std::string& name)
{
    return Fd(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::string why_no_folder(int parent, const std::string& name)
{
    struct stat info {};
    if (fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return std::strerror(errno);
    if (S_ISLNK(info.st_mode)) return "it is a symbolic link";
    return S_ISDIR(info.st_mode) ? "it cannot be opened" : "it is not a folder";
}

/// Names in a folder, in the order of their bytes, without "." and "..".
std::vector<std::string> names_in(int folder)
{
    std::vector<std::string> names;
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0) return names;
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(fdopendir(copy), closedir);
    while (const dirent* entry = dir ? readdir(dir.get()) : nullptr)
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            names.emplace_back(entry->d_name);
    std::sort(names.begin(), names.end());
    return names;
}

bool is_source(const std::string& name)
{
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower.size() > 3 && lower.ends_with(".cu") && lower[0] != '.';
}

/// Files that other systems leave in folders.
bool is_litter(const std::string& name)
{
    return name.starts_with(".") || name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini";
}

struct Read {
    std::optional<std::string> bytes;
    std::string refused;  ///< why not; empty if there is no such file at all
};

Read read_regular(int folder, const std::string& name, std::size_t limit)
{
    const Fd fd(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!fd.open()) {
        if (errno == ENOENT || errno == ENOTDIR) return {};
        if (errno == ELOOP) return {{}, "is a symbolic link; only regular files are read"};
        return {{}, fmt::format("cannot be read: {}", std::strerror(errno))};
    }
    struct stat info {};
    if (fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {{}, "is not a regular file"};
    if (static_cast<std::size_t>(info.st_size) > limit)
        return {{}, fmt::format("has {} bytes; at most {} are read", info.st_size, limit)};

    std::string bytes(limit + 1, '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got = read(fd.get(), bytes.data() + have, bytes.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return {{}, fmt::format("cannot be read: {}", std::strerror(errno))};
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    if (have > limit) return {{}, fmt::format("grew beyond {} bytes while it was read", limit)};
    bytes.resize(have);
    bytes.shrink_to_fit();                       // a class's files stay in memory, and each process that is started copies its map
    return {std::move(bytes), ""};
}

/// The source files in the student's folder and one level below, for the message.
std::vector<std::string> sources_of(int student)
{
    std::vector<std::string> found;
    for (const std::string& name : names_in(student)) {
        if (is_source(name)) found.push_back(name);
        if (is_litter(name)) continue;
        if (const Fd below = open_folder(student, name); below.open())
            for (const std::string& inner : names_in(below.get()))
                if (is_source(inner)) found.push_back(name + "/" + inner);
    }
    return found;
}

/// `"conv2d_tiled (1).cu"` if names like that were found, else all sources that belong to no other lab.
std::string found_instead(int student, const course::LabBuild& lab, const std::vector<course::LabBuild>& labs)
{
    std::vector<std::string> alike, others;
    for (const std::string& path : sources_of(student)) {
        const std::string base = path.substr(path.find('/') == std::string::npos ? 0 : path.find('/') + 1);
        const bool of_another = std::any_of(labs.begin(), labs.end(), [&](const course::LabBuild& other) {
            return other.lab != lab.lab && (base == other.file() || path.starts_with(other.lab + "/"));
        });
        if (of_another) continue;
        std::string lower = base;
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        (lower.find(lab.stem) == std::string::npos ? others : alike).push_back('"' + printable(path) + '"');
    }
    std::vector<std::string>& list = alike.empty() ? others : alike;
    if (list.empty()) return "no other .cu file";
    const std::size_t more = list.size() > 3 ? list.size() - 3 : 0;
    list.resize(list.size() - more);
    return fmt::format("{}{}", fmt::join(list, ", "), more ? fmt::format(" and {} more", more) : "");
}

/// The name of the only source in the folder that is not another lab's.
std::optional<std::string> only_source(int folder, const course::LabBuild& lab, const std::vector<course::LabBuild>& labs)
{
    std::optional<std::string> only;
    for (const std::string& name : names_in(folder)) {
        const bool of_another = std::any_of(labs.begin(), labs.end(), [&](const course::LabBuild& other) {
            return other.lab != lab.lab && name == other.file();
        });
        if (!is_source(name) || of_another) continue;
        if (only) return std::nullopt;
        only = name;
    }
    return only;
}

class StudentFolder {
public:
    StudentFolder(int folder, std::string shown, const std::vector<course::LabBuild>& labs, const IntakeOptions& options)
        : folder_(folder), shown_(std::move(shown)), labs_(labs), options_(options)
    {
    }

    /// Looks in the folder named after the lab first, then beside it.
    void find(const course::LabBuild& lab, record::Submission& out) const
    {
        const Fd inner = open_folder(folder_, lab.lab);
        if (inner.open() && take(inner.get(), lab.lab + "/", lab, out)) return;
        if (take(folder_, "", lab, out)) return;
        out.missing = {fmt::format("grader: {} has no file for lab {}", shown_, lab.lab),
                       fmt::format("looked for {}; found {}", lab.file(), found_instead(folder_, lab, labs_)),
                       "rename it, or accept it for this run with --only-cu-file"};
        if (out.missing.where.ends_with("no other .cu file"))
            out.missing.attempt = fmt::format("hand in {}, in the student's folder or in {}/", lab.file(), lab.lab);
    }

    /// What the student predicted. The first file that answers a question counts; the order is the one in which the student's own commands look.
    void find_predictions(const course::LabBuild& lab, record::Submission& out)
    {
        if (lab.questions.empty()) return;
        const Fd inner = open_folder(folder_, lab.lab);
        const std::string below = lab.lab + "/";
        std::map<std::string, record::Prediction> answers;
        bool found = false;
        const auto add = [&](const Read& file, PredictionFile kind, const std::string& path, bool must_be_this_lab) {
            if (file.bytes || !file.refused.empty()) take_predictions(file, kind, path, lab, must_be_this_lab, answers, found, out.predictions);
        };
        const auto in = [&](int folder, const char* name, PredictionFile kind) { return folder < 0 ? Read{} : read_regular(folder, name, most_bytes(kind)); };
        const int own = inner.open() ? inner.get() : -1;
        add(in(own, kToml, PredictionFile::toml), PredictionFile::toml, below + kToml, true);
        add(in(own, kProfile, PredictionFile::profile), PredictionFile::profile, below + kProfile, true);
        add(in(folder_, kToml, PredictionFile::toml), PredictionFile::toml, kToml, false);
        add(in(folder_, kProfile, PredictionFile::profile), PredictionFile::profile, kProfile, false);
        for (const auto& [path, file] : states()) add(file, PredictionFile::state, path, false);
        if (!found) return;
        for (const record::Question& of : lab.questions) {
            const auto answer = answers.find(of.name());
            out.predictions.all.push_back(answer == answers.end() ? record::Prediction{of} : answer->second);
        }
    }

private:
    static constexpr const char *kToml = "prediction.toml", *kProfile = "profile.json", *kState = "state.json";

    void take_predictions(const Read& file, PredictionFile kind, const std::string& path, const course::LabBuild& lab, bool must_be_this_lab,
                          std::map<std::string, record::Prediction>& answers, bool& found, record::Predictions& out)
    {
        const std::string shown = shown_ + "/" + path;
        if (unusable_.contains(path)) return;           // said about an earlier lab
        if (!file.bytes) {
            unusable_.insert(path);
            out.unread.push_back({fmt::format("grader: {} {}", shown, file.refused), "no verdict depends on it", "hand in the file itself, as the workbook wrote it"});
            return;
        }
        Given given = read_predictions(kind, *file.bytes, lab.lab, lab.questions, shown, must_be_this_lab);
        if (given.unusable) unusable_.insert(path);
        found |= !given.answers.empty();
        for (auto& [name, answer] : given.answers) {
            answer.file = path;
            answers.emplace(name, std::move(answer));
        }
        for (Message& message : given.unread) out.unread.push_back(std::move(message));
    }

    /// The states of all labs, read once for a student.
    const std::vector<std::pair<std::string, Read>>& states()
    {
        if (states_) return *states_;
        states_.emplace();
        const std::size_t most = most_bytes(PredictionFile::state);
        if (const Fd progress = open_folder(folder_, "progress"); progress.open()) states_->emplace_back(std::string("progress/") + kState, read_regular(progress.get(), kState, most));
        states_->emplace_back(kState, read_regular(folder_, kState, most));
        return *states_;
    }

    /// True if a file with the right name is there, readable or not.
    bool take(int folder, const std::string& prefix, const course::LabBuild& lab, record::Submission& out) const
    {
        std::string name = lab.file();
        Read file = read_regular(folder, name, options_.file_bytes);
        if (!file.bytes && file.refused.empty() && options_.only_cu_file)
            if (const auto only = only_source(folder, lab, labs_))
                file = read_regular(folder, name = *only, options_.file_bytes);
        if (!file.bytes && file.refused.empty()) return false;
        out.file = printable(prefix + name);
        if (file.bytes) {
            out.content = sha256(*file.bytes);
            out.bytes = std::move(file.bytes);
        } else {
            out.missing = {fmt::format("grader: {}/{} {}", shown_, out.file, file.refused), "",
                           fmt::format("hand in {} itself, a text file", lab.file())};
        }
        return true;
    }

    int folder_;
    std::string shown_;
    const std::vector<course::LabBuild>& labs_;
    const IntakeOptions& options_;
    std::optional<std::vector<std::pair<std::string, Read>>> states_;
    std::set<std::string> unusable_;        ///< files of predictions that are not read again for the next lab
};

}  // namespace

Intake take_in(const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs, const IntakeOptions& options)
{
    // The folder itself may be a link: it was named by the person who grades.
    const Fd root(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root.open())
        throw UsageError({fmt::format("grader: {} cannot be read as a folder: {}", folder.string(),
                                      std::strerror(errno)),
                          "", "name the folder that holds one folder per student"});

    const std::filesystem::path clean = (folder / "").parent_path().lexically_normal();
    const std::string base = printable(clean.has_filename() ? clean.filename().string() : clean.parent_path().filename().string());

    Intake intake;
    const std::vector<std::string> names = names_in(root.get());
    std::set<std::string> taken;              // the names of folders that print as they are belong to these
    for (const std::string& name : names)
        if (printable(name) == name) taken.insert(name);
    for (const std::string& name : names) {
        if (is_litter(name)) continue;
        std::string student = printable(name);
        for (int i = 2; student != name && !taken.insert(student).second; ++i) student = fmt::format("{} ({})", printable(name), i);
        const Fd inside = open_folder(root.get(), name);
        if (!inside.open()) {
            intake.notes.push_back(fmt::format("grader: passed over {}/{}: {}", base, student, why_no_folder(root.get(), name)));
            continue;
        }
        intake.students.push_back(student);
        StudentFolder files(inside.get(), base + "/" + student, labs, options);
        for (const course::LabBuild& lab : labs) {
            record::Submission submission;
            submission.student = student;
            submission.lab = lab.lab;
            files.find(lab, submission);
            files.find_predictions(lab, submission);
            intake.submissions.push_back(std::move(submission));
        }
    }
    if (intake.students.empty())
        throw UsageError({fmt::format("grader: {} holds no student's folder", folder.string()), "",
                          fmt::format("it should look like {}/ada/{}", base,
                                      labs.empty() ? "conv2d_tiled.cu" : labs.back().file())});
    return intake;
}

}  // namespace halo::grader::arrival
