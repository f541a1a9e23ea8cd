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

void replace_file(const std::filesystem::path& path, std::string_view content, unsigned mode)
{
    const std::filesystem::path temporary = path.string() + ".new";
    const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
    bool good = fd >= 0 && (mode == 0644 || fchmod(fd, mode) == 0);     // the temporary file of a killed grader keeps its own mode
    for (std::string_view rest = content; good && !rest.empty();) {
        const ssize_t wrote = write(fd, rest.data(), rest.size());
        good = wrote > 0 || errno == EINTR;
        if (wrote > 0) rest.remove_prefix(static_cast<std::size_t>(wrote));
    }
    good = good && fsync(fd) == 0;
    const int error = errno;
    if (fd >= 0) close(fd);
    if (good && rename(temporary.c_str(), path.c_str()) == 0) return;
    throw GraderFault({fmt::format("{} cannot be written: {}", path.string(), std::strerror(good ? errno : error)),
                       "", "check the folder's owner and the space left on its disk"});
}

}  // namespace halo::grader
