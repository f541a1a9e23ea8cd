#include "arrival/import/lay_out.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

namespace fs = std::filesystem;

GraderFault cannot(const std::string& what, int error)
{
    return GraderFault({fmt::format("grader: {}: {}", what, std::strerror(error)), "nothing was imported; what was there before is as it was", "check the folder's owner and the space left on its disk"});
}

/// Kind and place of everything below.
std::map<std::string, fs::path> everything(const fs::path& folder)
{
    std::map<std::string, fs::path> out;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const fs::file_status status = entry.symlink_status();
        const char* kind = fs::is_directory(status) ? "/" : fs::is_regular_file(status) ? "" : "@";
        out[entry.path().lexically_relative(folder).string() + kind] = entry.path();
    }
    return out;
}

bool same_content(const fs::path& a, const fs::path& b)
{
    if (fs::file_size(a) != fs::file_size(b)) return false;
    std::ifstream one(a, std::ios::binary), other(b, std::ios::binary);
    return std::equal(std::istreambuf_iterator<char>(one), {}, std::istreambuf_iterator<char>(other), {});
}

}  // namespace

std::string first_difference(const fs::path& a, const fs::path& b)
{
    const auto left = everything(a), right = everything(b);
    for (const auto& [name, path] : left) {
        const auto other = right.find(name);
        if (other == right.end()) return name;
        if (!name.ends_with('/') && !name.ends_with('@') && !same_content(path, other->second)) return name;
    }
    for (const auto& [name, path] : right)
        if (!left.contains(name)) return name;
    return "";
}

Staging::Staging(const fs::path& to) : to_(fs::absolute(to / "").lexically_normal().parent_path())
{
    const fs::path parent = to_.parent_path();
    if (!fs::is_directory(parent))
        throw UsageError({fmt::format("grader: {} is to be made in {}, which is not a folder", to_.filename().string(), parent.string()), "", "make that folder first"});
    if (fs::exists(fs::symlink_status(to_)) && !fs::is_directory(to_))
        throw UsageError({fmt::format("grader: {} is there, and no folder", to_.string()), "", "name another with --to"});
    const fs::path folder = parent / ("." + to_.filename().string() + ".importing");
    if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) throw cannot(fmt::format("{} can't be made", folder.string()), errno);
    lock_ = Fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!lock_.open()) throw cannot(fmt::format("{} can't be opened", folder.string()), errno);
    if (flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
        throw UsageError({fmt::format("grader: another import into {} is running", to_.string()), "", "wait for its end"});
    folder_ = folder;
    for (const fs::directory_entry& left : fs::directory_iterator(folder_)) fs::remove_all(left.path());
}

Staging::~Staging()
{
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Staging::Finished Staging::finish(bool replace)
{
    if (syncfs(lock_.get()) != 0) throw cannot(fmt::format("{} can't be written", folder_.string()), errno);
    Finished done{Ending::written, {}};
    if (fs::is_directory(to_) && !fs::is_empty(to_)) {
        const std::string difference = first_difference(to_, folder_);
        if (difference.empty()) return {Ending::same, {}};
        if (!replace)
            throw UsageError({fmt::format("grader: {} is there, with other content", to_.string()), fmt::format("the first difference is in {}", printable(difference)),
                              "name another folder, or let it be moved aside with --replace"});
        done.ending = Ending::replaced;
        done.before = to_.string() + ".before";
        for (int i = 2; fs::exists(fs::symlink_status(done.before)); ++i) done.before = fmt::format("{}.before-{}", to_.string(), i);
        // Two renames; between them the new folder is complete and the old one too, each under a name of its own.
        if (rename(to_.c_str(), done.before.c_str()) != 0) throw cannot(fmt::format("{} can't be moved aside", to_.string()), errno);
    }
    if (rename(folder_.c_str(), to_.c_str()) != 0) {
        const int error = errno;
        if (!done.before.empty()) rename(done.before.c_str(), to_.c_str());
        throw cannot(fmt::format("{} can't get its name", to_.string()), error);
    }
    folder_.clear();
    return done;
}

}  // namespace halo::grader::arrival
