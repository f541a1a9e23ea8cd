#include "sandbox/files.hpp"
#include "sandbox/sandbox.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace halo::grader::sandbox {
namespace {

constexpr const char* kPrefix = "halo-stage-";

/// May `user` enter this folder and all folders above it?
bool reachable(const fs::path& folder, const User& user)
{
    if (geteuid() != 0) return access(folder.c_str(), W_OK | X_OK) == 0;
    std::error_code error;
    const fs::path  real = fs::canonical(folder, error);
    if (error) return false;
    for (fs::path at = real;; at = at.parent_path()) {
        struct stat info {};
        if (stat(at.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return false;
        const mode_t bit = info.st_uid == user.uid ? S_IXUSR : info.st_gid == user.gid ? S_IXGRP : S_IXOTH;
        if (!(info.st_mode & bit)) return false;
        if (at == at.root_path()) return true;
    }
}

/// Removes what killed graders left behind: our own folders, older than a minute, whose lock is free.
void sweep_staging(const std::string& place)
{
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
        if (entry.path().filename().string().rfind(kPrefix, 0) != 0) continue;
        const Fd    folder(open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat info{};
        if (!folder.open() || fstat(folder.get(), &info) != 0 || info.st_uid != geteuid()) continue;
        if (info.st_mtime > time(nullptr) - 60 || flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
        std::error_code ignored;
        fs::remove_all(entry.path(), ignored);
    }
}

[[noreturn]] void fail(const std::string& what, const fs::path& where, int error)
{
    throw std::runtime_error(halo::text({"grader: " + what, where.string() + ": " + std::strerror(error),
                                         "check that there is space, and that the file can be read"}));
}

void make_folders(const fs::path& top, const fs::path& below)
{
    fs::path at = top;
    for (const fs::path& part : below) {
        at /= part;
        if (mkdir(at.c_str(), 0755) != 0 && errno != EEXIST) fail("cannot create a folder", at, errno);
        chmod(at.c_str(), 0755);
    }
}

/// Keeps a name inside the staging folder.
fs::path inside(const fs::path& as)
{
    const fs::path clean = as.lexically_normal();
    if (clean.empty() || clean.is_absolute() || *clean.begin() == "..")
        throw std::runtime_error(halo::text({"grader: a staged file would lie outside its folder", as.string(),
                                             "report this as a bug"}));
    return clean;
}

void stage_file(const fs::path& source, const fs::path& target)
{
    std::error_code error;
    fs::copy_file(source, target, fs::copy_options::overwrite_existing, error);
    if (error) fail("cannot stage a file", source, error.value());
    struct stat info{};
    stat(source.c_str(), &info);
    if (chmod(target.c_str(), info.st_mode & 0111 ? 0755 : 0644) != 0) fail("cannot stage a file", target, errno);
}

}  // namespace

StagingDir::StagingDir(const Confinement& confinement)
{
    const auto user = confinement.user && geteuid() == 0 ? confinement.user : ordinary_user();
    if (!user && confinement.sandboxed)
        throw std::runtime_error(halo::text({"grader: student code never runs as root, and there is no ordinary user to become",
                                             "called as root; SUDO_UID is not set, and there is no user `nobody`",
                                             "run the grader as an ordinary user"}));
    user_ = confinement.sandboxed || (confinement.user && geteuid() == 0) ? *user : User{getuid(), getgid(), "the caller"};

    const char* wanted = std::getenv("TMPDIR");
    for (const std::string& place : {std::string(wanted ? wanted : ""), std::string("/tmp"), std::string("/var/tmp")}) {
        if (place.empty() || place[0] != '/' || !reachable(place, user_)) continue;
        sweep_staging(place);
        std::string name = place + "/" + kPrefix + "XXXXXX";
        if (!mkdtemp(name.data())) continue;
        path_ = name;
        lock_ = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (lock_ >= 0) flock(lock_, LOCK_SH | LOCK_NB);
        // Submissions are private: only the job's user, by its group, and the caller can look in.
        const bool as_root = geteuid() == 0;
        if (!as_root || (chown(name.c_str(), 0, user_.gid) == 0 && chmod(name.c_str(), 0750) == 0)) return;
        fs::remove_all(path_);
        if (lock_ >= 0) close(lock_);
    }
    throw std::runtime_error(halo::text({fmt::format("grader: there is no temporary folder that the user {} can reach", user_.name),
                                         fmt::format("tried $TMPDIR ({}), /tmp, /var/tmp", wanted ? wanted : "not set"),
                                         "set TMPDIR to a folder that everybody may enter, and check that it is not full"}));
}

StagingDir::~StagingDir()
{
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
    if (lock_ >= 0) close(lock_);
}

StagingDir::StagingDir(StagingDir&& other) noexcept
    : path_(std::exchange(other.path_, {})), user_(std::move(other.user_)), lock_(std::exchange(other.lock_, -1))
{
}

StagingDir& StagingDir::operator=(StagingDir&& other) noexcept
{
    std::swap(path_, other.path_);
    std::swap(user_, other.user_);
    std::swap(lock_, other.lock_);
    return *this;
}

fs::path StagingDir::add(const fs::path& source, const fs::path& as)
{
    const fs::path name = inside(as);
    if (!fs::is_directory(source)) {
        make_folders(path_, name.parent_path());
        stage_file(source, path_ / name);
        return path_ / name;
    }
    make_folders(path_, name);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source)) {
        const fs::path below = name / fs::relative(entry.path(), source);
        if (entry.is_symlink()) continue;
        if (entry.is_directory())
            make_folders(path_, below);
        else if (entry.is_regular_file())
            stage_file(entry.path(), path_ / below);
    }
    return path_ / name;
}

fs::path StagingDir::write(const fs::path& as, const std::string& content, bool executable)
{
    const fs::path name = inside(as);
    make_folders(path_, name.parent_path());
    const fs::path target = path_ / name;
    std::ofstream  file(target, std::ios::binary | std::ios::trunc);
    file.write(content.data(), std::streamsize(content.size()));
    file.close();
    if (!file || chmod(target.c_str(), executable ? 0755 : 0644) != 0) fail("cannot write a file", target, errno);
    return target;
}

fs::path StagingDir::make_output(const fs::path& as)
{
    const fs::path name = inside(as);
    make_folders(path_, name);
    if (geteuid() == 0 && chown((path_ / name).c_str(), user_.uid, user_.gid) != 0)
        fail("cannot give a folder to the user " + user_.name, path_ / name, errno);
    return path_ / name;
}

std::optional<std::vector<std::byte>> read_output(const fs::path& folder, const std::string& name, std::uint64_t cap)
{
    const Fd top(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    open_how how{};
    how.flags   = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;       // a fifo must not make us wait
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    const Fd    file(int(syscall(SYS_openat2, top.get(), name.c_str(), &how, sizeof how)));
    struct stat info{};
    if (!file.open() || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || std::uint64_t(info.st_size) > cap)
        return std::nullopt;
    std::vector<std::byte> bytes(std::size_t(info.st_size));
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t n = read(file.get(), bytes.data() + at, bytes.size() - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return std::nullopt;
        at += std::size_t(n);
    }
    return bytes;
}

}  // namespace halo::grader::sandbox
