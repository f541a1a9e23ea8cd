#include "files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "errors.hpp"

namespace halo::grader {

std::string read_file(const std::filesystem::path& path, std::string_view what_for)
{
    std::ifstream in(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad())
        throw GraderFault({fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno)),
                           fmt::format("needed as {}", what_for), "build first: meson setup build && ninja -C build"});
    return content;
}

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error)
{
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw GraderFault({fmt::format("{} cannot be written: {}", path.string(), std::strerror(error)), full ? "the disk of " + path.parent_path().string() : "",
                       full ? "make room there, then run it again; what was written before is as it was" : "check the folder's owner and the space left on its disk"});
}

/// A file beside another, which takes its place or is removed.
class Beside {
public:
    Beside(std::filesystem::path path, std::string_view content) : path_(std::move(path))
    {
        const std::string temporary = path_.string() + ".new";
        const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
        bool good = fd >= 0;
        there_ = good;
        good = good && fchmod(fd, 0600) == 0;           // one that was left behind may have been anybody's to read
        for (std::string_view rest = content; good && !rest.empty();) {
            const ssize_t wrote = write(fd, rest.data(), rest.size());
            good = wrote > 0 || errno == EINTR;
            if (wrote > 0) rest.remove_prefix(static_cast<std::size_t>(wrote));
        }
        good = good && fsync(fd) == 0;
        const int error = errno;
        if (fd >= 0) close(fd);
        if (good) return;
        remove();
        fail(path_, error);
    }
    Beside(Beside&& other) noexcept : path_(std::move(other.path_)), there_(std::exchange(other.there_, false)) {}
    ~Beside() { remove(); }

    void rename()
    {
        if (::rename((path_.string() + ".new").c_str(), path_.c_str()) != 0) fail(path_, errno);
        there_ = false;
    }

private:
    void remove()
    {
        if (there_) unlink((path_.string() + ".new").c_str());
        there_ = false;
    }

    std::filesystem::path path_;
    bool there_ = false;
};

}  // namespace

void replace_file(const std::filesystem::path& path, std::string_view content) { Beside(path, content).rename(); }

void replace_files(const std::filesystem::path& folder, const NamedFiles& files, const std::function<void()>& before_renaming)
{
    std::vector<Beside> all;
    for (const auto& [name, content] : files) all.emplace_back(folder / name, content);
    before_renaming();
    for (Beside& file : all) file.rename();
}

}  // namespace halo::grader
