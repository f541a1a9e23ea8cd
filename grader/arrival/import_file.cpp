#include "arrival/import_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "findings/fd.hpp"
#include "machine/bounds.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

constexpr std::size_t kLongest = 200;

/// The file, if it is a regular one and not too large; empty otherwise.
std::string bounded(const std::filesystem::path& path)
{
    const Fd fd(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat info {};
    if (!fd.open() || fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || std::size_t(info.st_size) > bounds_of(Form::json).bytes) return "";
    std::string bytes(std::size_t(info.st_size), '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got = read(fd.get(), bytes.data() + have, bytes.size() - have);
        if (got <= 0) break;
        have += std::size_t(got);
    }
    bytes.resize(have);
    return bytes;
}

}  // namespace

nlohmann::json read_import(const std::filesystem::path& file)
{
    const std::string text = bounded(file);
    nlohmann::json json = excess_in(text, Form::json) ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    return printable_in(json, "schema") == "halo/import/1" ? json : nlohmann::json();
}

std::string printable_in(const nlohmann::json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_string()) return "";
    return shortened(printable(found->get_ref<const std::string&>()), kLongest);
}

const nlohmann::json& list_in(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json none = nlohmann::json::array();
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() && found->is_array() ? *found : none;
}

}  // namespace halo::grader::arrival
