#include "arrival/import/paths.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace halo::grader::arrival {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool has_drive(std::string_view path) { return path.size() > 1 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0])); }

}  // namespace

SafePath safe_path(std::string_view raw, std::size_t limit)
{
    if (raw.empty()) return {"", "has no name"};
    if (raw.size() > limit) return {"", "has a name of " + std::to_string(raw.size()) + " bytes"};
    std::string text(raw);
    if (text.find('/') == std::string::npos) std::replace(text.begin(), text.end(), '\\', '/');
    if (text[0] == '/' || has_drive(text)) return {"", "has an absolute path"};

    std::string path;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (part.empty() || part == ".") continue;
        if (part == "..") return {"", "has a path that leads out of its folder"};
        if (part.find('\0') != std::string_view::npos) return {"", "has a zero byte in its name"};
        path += (path.empty() ? "" : "/") + std::string(part);
    }
    if (path.empty()) return {"", "has no name"};
    return {path, ""};
}

std::string litter(std::string_view path)
{
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (part == "__MACOSX" || part == ".DS_Store" || part.starts_with("._")) return "macOS added it";
        if (part == "Thumbs.db" || part == "desktop.ini") return "Windows added it";
        if (part == ".git" || part == ".svn") return "the history of a repository";
        if (part.starts_with(".")) return "a hidden file";
        path.remove_prefix(std::min(path.size(), part.size() + 1));
    }
    return "";
}

std::optional<std::string> archive_stem(std::string_view name)
{
    static constexpr std::array kEnds = {".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar"};
    const std::string small = lower(name);
    for (const std::string_view end : kEnds)
        if (small.size() > end.size() && small.ends_with(end)) return std::string(name.substr(0, name.size() - end.size()));
    return std::nullopt;
}

std::string_view below_archive(std::string_view path)
{
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        const bool packed = archive_stem(path.substr(0, slash)).has_value();
        path.remove_prefix(slash + 1);
        if (packed) return path;
    }
    return {};
}

}  // namespace halo::grader::arrival
