#include "machine/files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/file_set.hpp"

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

void replace_file(const std::filesystem::path& path, std::string_view content)
{
    FileSet one;
    one.add(path, content);
    one.commit();
}

}  // namespace halo::grader
