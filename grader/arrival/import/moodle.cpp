// Moodle: `Ada Lovelace_123_assignsubmission_file_/conv2d_tiled.cu`, or without folders `Ada Lovelace_123_assignsubmission_file_conv2d_tiled.cu`.

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {

std::optional<Origin> moodle_name(std::string_view path)
{
    constexpr std::string_view kMark = "_assignsubmission_";
    const std::string_view top = first_part(path);
    const std::size_t mark = top.find(kMark);
    if (mark == std::string_view::npos) return std::nullopt;
    const std::string_view person = top.substr(0, mark);
    const std::size_t number = person.rfind('_');
    if (number == std::string_view::npos || number == 0 || !all_digits(person.substr(number + 1))) return std::nullopt;

    Origin origin;
    origin.who.name = person.substr(0, number);
    origin.number = person.substr(number + 1);
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
