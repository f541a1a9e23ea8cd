#include "arrival/import/store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "findings/fd.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::arrival {

void write_new(const std::filesystem::path& file, std::string_view content)
{
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    const Fd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    bool good = fd.open();
    while (good && !content.empty()) {
        const ssize_t wrote = write(fd.get(), content.data(), content.size());
        good = wrote > 0 || errno == EINTR;
        if (wrote > 0) content.remove_prefix(static_cast<std::size_t>(wrote));
    }
    if (!good)
        throw GraderFault({fmt::format("grader: {} cannot be written: {}", file.string(), std::strerror(errno)), "nothing was imported; what was there before is as it was",
                           "check the folder's owner and the space left on its disk"});
}

std::string Store::put(std::string_view content)
{
    const std::string hash = sha256(content);
    if (!std::filesystem::exists(place(hash))) write_new(place(hash), content);
    return hash;
}

std::string Store::get(const std::string& hash) const { return read_file(place(hash), "a file that was just received"); }

}  // namespace halo::grader::arrival
