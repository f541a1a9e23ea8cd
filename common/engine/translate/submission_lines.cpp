#include "submission_lines.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>

namespace halo::engine {
namespace {

namespace fs = std::filesystem;

std::string normal(const std::string& file) { return fs::path(file).lexically_normal(); }

bool is_below(const std::string& file, const std::string& folder)
{
    return file.size() > folder.size() && file.starts_with(folder) && (folder.ends_with('/') || file[folder.size()] == '/');
}

}  // namespace

bool SubmissionRules::is_trusted(const std::string& file) const
{
    const std::string name = normal(file);
    return name.starts_with('<') || std::any_of(trusted.begin(), trusted.end(), [&](const std::string& folder) { return is_below(name, normal(folder)); });
}

bool SubmissionRules::is_own(const std::string& file) const
{
    const fs::path inside = fs::path(file).lexically_normal().lexically_relative(fs::path(own + "/").lexically_normal());
    return !inside.empty() && *inside.begin() != "..";
}

bool SubmissionRules::is_hidden(const std::string& file) const
{
    static constexpr std::string_view parts[] = {"engine", "harness", "findings", "kinds", "diagnose", "student", "show", "timing", "halo"};
    const std::string name = normal(file);
    return std::any_of(trusted.begin(), trusted.end(), [&](const std::string& folder) {
        if (folder == "/usr" || !is_below(name, normal(folder))) return false;
        const fs::path inside = fs::path(name).lexically_relative(normal(folder));
        return std::find(std::begin(parts), std::end(parts), inside.begin()->string()) != std::end(parts);
    });
}

std::optional<LineMarker> line_marker(std::string_view text)
{
    LineMarker out;
    if (!text.starts_with("# ")) return std::nullopt;
    const auto number = std::from_chars(text.data() + 2, text.data() + text.size(), out.line);
    const std::size_t open = text.find('"'), close = text.rfind('"');
    if (number.ec != std::errc() || open == text.npos || close == open) return std::nullopt;
    for (std::size_t i = open + 1; i < close; ++i) {
        if (text[i] == '\\' && i + 1 < close) ++i;
        out.file += text[i];
    }
    out.enters = text.substr(close + 1).starts_with(" 1");
    return out;
}

}  // namespace halo::engine
