#include "machine/file_set.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "machine/errors.hpp"

namespace halo::grader {
namespace {

constexpr int kOwnerAlone = 0600, kOwnersFolder = 0700;

std::filesystem::path beside(const std::filesystem::path& path) { return path.string() + ".new"; }

std::filesystem::path folder_of(const std::filesystem::path& path) { return path.has_parent_path() ? path.parent_path() : "."; }

[[noreturn]] void cannot_be_written(const std::filesystem::path& path, int error)
{
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw GraderFault({fmt::format("{} cannot be written: {}", path.string(), std::strerror(error)), full ? "the disk of " + folder_of(path).string() : "",
                       full ? "make room there, then run it again; what was written before is as it was" : "check the folder's owner and the space left on its disk"});
}

/// 0, or why not.
int write_file(const std::filesystem::path& path, std::string_view content)
{
    // What an earlier grader left half-written may belong to others, or be a link.
    unlink(path.c_str());
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kOwnerAlone);
    if (fd < 0) return errno;
    int error = 0;
    for (std::string_view rest = content; error == 0 && !rest.empty();) {
        const ssize_t wrote = write(fd, rest.data(), rest.size());
        if (wrote > 0) rest.remove_prefix(static_cast<std::size_t>(wrote));
        else if (errno != EINTR) error = errno;
    }
    close(fd);
    return error;
}

/// Everything that was written there is on the disk: once for all files, since a thousand calls of fsync() take minutes on a slow disk.
void settle(const std::filesystem::path& folder)
{
    const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool settled = fd >= 0 && syncfs(fd) == 0;
    const int error = errno;
    if (fd >= 0) close(fd);
    if (!settled) cannot_be_written(folder, error);
}

}  // namespace

FileSet::~FileSet()
{
    for (const auto& path : added_) unlink(beside(path).c_str());
}

void FileSet::add(const std::filesystem::path& path, std::string_view content)
{
    if (mkdir(folder_of(path).c_str(), kOwnersFolder) != 0 && errno != EEXIST) cannot_be_written(folder_of(path), errno);
    added_.push_back(path);
    if (const int error = write_file(beside(path), content)) cannot_be_written(path, error);
}

void FileSet::commit(const std::function<void()>& before_renaming)
{
    std::set<std::filesystem::path> folders;
    for (const auto& path : added_)
        if (folders.insert(folder_of(path)).second) settle(folder_of(path));
    before_renaming();
    for (const auto& path : added_)
        if (rename(beside(path).c_str(), path.c_str()) != 0) cannot_be_written(path, errno);
    added_.clear();
    for (const auto& path : outdated_) unlink(path.c_str());    // fails on a folder, as it should
    outdated_.clear();
}

}  // namespace halo::grader
