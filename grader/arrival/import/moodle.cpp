// Moodle: `Ada Lovelace_123_assignsubmission_file_/conv2d_tiled.cu`, or without folders `Ada Lovelace_123_assignsubmission_file_conv2d_tiled.cu`.

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {

std::optional<std::size_t> moodle_mark(std::string_view top)
{
    const std::size_t mark = top.find("_assignsubmission_");
    if (mark == std::string_view::npos) return std::nullopt;
    const std::size_t number = top.substr(0, mark).rfind('_');
    return number != std::string_view::npos && all_digits(top.substr(number + 1, mark - number - 1)) ? std::optional(number + 1) : std::nullopt;
}

std::optional<Origin> moodle_name(std::string_view path)
{
    constexpr std::string_view kMark = "_assignsubmission_";
    const std::string_view top = first_part(path);
    const auto number = moodle_mark(top);
    if (!number || *number == 1) return std::nullopt;
    const std::size_t mark = top.find(kMark);

    Origin origin;
    origin.who.name = top.substr(0, *number - 1);
    origin.who.participant = origin.number = top.substr(*number, mark - *number);
    std::string_view rest = top.substr(mark + kMark.size());
    const bool file = rest.starts_with("file");
    if (!file) origin.passed_over = "typed into Moodle, and no file";
    rest.remove_prefix(std::min(rest.size(), rest.find('_') == std::string_view::npos ? rest.size() : rest.find('_') + 1));
    const std::string_view below = below_first(path);
    if (rest.empty()) {
        origin.path = below;
    } else {
        origin.path = rest;
        if (!below.empty()) origin.path += '/' + std::string(below);
    }
    origin.times_mean = origin.path.find('/') != std::string::npos && archive_stem(first_part(origin.path));
    origin.time_of_lms = !origin.times_mean;
    return origin;
}

}  // namespace halo::grader::arrival
