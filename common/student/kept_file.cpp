#include "student/kept_file.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void cannot_write(const fs::path& file, int error)
{
    throw Refusal({fmt::format("{} stays as it is: it could not be replaced", file.filename().string()), std::strerror(error),
                   "is the folder yours, and the disk not full?"});
}

std::string now()
{
    const std::time_t time = std::time(nullptr);
    char text[32] = "";
    std::strftime(text, sizeof text, "%F_%H-%M-%S", std::localtime(&time));
    return text;
}

}  // namespace

void write_whole(const fs::path& file, std::string_view text, mode_t mode)
{
    const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    bool written = out >= 0;
    while (written && !text.empty()) {
        const ssize_t some = ::write(out, text.data(), text.size());
        if (some < 0 && errno == EINTR) continue;
        written = some > 0;
        if (written) text.remove_prefix(std::size_t(some));
    }
    written = written && ::fsync(out) == 0;
    const int error = errno;
    if (out >= 0) ::close(out);
    if (written) return;
    ::unlink(file.c_str());
    cannot_write(file, error);
}

fs::path keep_beside(const fs::path& file)
{
    const std::string stem = file.string() + "." + now();
    for (int i = 1;; ++i) {
        const fs::path kept = i == 1 ? stem : fmt::format("{}_{}", stem, i);
        if (::link(file.c_str(), kept.c_str()) == 0) return kept;
        if (errno == EEXIST) continue;
        if (errno != EPERM && errno != ENOTSUP && errno != EMLINK) cannot_write(file, errno);
        if (fs::exists(kept)) continue;
        write_whole(kept, read_text(file.string()), 0644);
        return kept;
    }
}

fs::path replace_and_keep(const fs::path& file, std::string_view text)
{
    std::error_code unknown;
    const auto mode = mode_t(fs::status(file, unknown).permissions());
    const fs::path fresh = file.parent_path() / fmt::format(".{}.new.{}", file.filename().string(), getpid());
    write_whole(fresh, text, unknown ? 0644 : mode & 0777);
    try {
        const fs::path kept = keep_beside(file);
        if (::rename(fresh.c_str(), file.c_str()) != 0) cannot_write(file, errno);
        return kept;
    } catch (...) {
        ::unlink(fresh.c_str());
        throw;
    }
}

}  // namespace halo::student
