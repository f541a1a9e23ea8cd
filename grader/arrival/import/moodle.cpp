// Moodle: `Ada Lovelace_123_assignsubmission_file_/conv2d_tiled.cu`, or without folders `Ada Lovelace_123_assignsubmission_file_conv2d_tiled.cu`.

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {

namespace {

constexpr std::string_view kMoodleMark = "_assignsubmission_";

/// Moodle's own mark: the last one in the name of a folder, which ends with it; else the first, since a student's file name comes after it.
std::size_t mark_in(std::string_view top, bool folder) { return folder ? top.rfind(kMoodleMark) : top.find(kMoodleMark); }

/// A person's folder, and nothing that somebody called a file, ends so.
bool ends_as_folder(std::string_view top) { return top.ends_with("_assignsubmission_file_") || top.ends_with("_assignsubmission_file"); }

/// Where the person's number begins that stands before the mark.
std::optional<std::size_t> number_before(std::string_view top, std::size_t mark)
{
    if (mark == std::string_view::npos) return std::nullopt;
    const std::size_t number = top.substr(0, mark).rfind('_');
    return number != std::string_view::npos && all_digits(top.substr(number + 1, mark - number - 1)) ? std::optional(number + 1) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> moodle_mark(std::string_view top) { return number_before(top, mark_in(top, ends_as_folder(top))); }

std::optional<Origin> moodle_name(std::string_view path)
{
    const std::string_view top = first_part(path);
    const bool folder = ends_as_folder(top) && top.size() < path.size();
    const std::size_t mark = mark_in(top, folder);
    const auto number = number_before(top, mark);
    if (!number || *number == 1) return std::nullopt;

    Origin origin;
    origin.who.name = top.substr(0, *number - 1);
    origin.who.participant = origin.number = top.substr(*number, mark - *number);
    std::string_view rest = top.substr(mark + kMoodleMark.size());
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
