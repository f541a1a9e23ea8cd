#include "sandbox/files.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace halo::grader::sandbox {

std::optional<std::string> read_text(const std::string& path)
{
    const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.open()) return std::nullopt;
    std::string text;
    char        buffer[4096];
    for (;;) {
        const ssize_t n = read(file.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return std::nullopt;
        if (n == 0) return text;
        text.append(buffer, std::size_t(n));
    }
}

bool write_text(const std::string& path, const std::string& content)
{
    const Fd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file.open() && write(file.get(), content.data(), content.size()) == ssize_t(content.size());
}

bool Pipe::make()
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read  = Fd(ends[0]);
    write = Fd(ends[1]);
    return true;
}

}  // namespace halo::grader::sandbox
