// Canvas: `lovelaceada_LATE_12345_678901_conv2d_tiled-1.cu`: name, late or not, the person's number, the upload's, and the file's name, in which -1 counts uploads.

#include <charconv>

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {

std::optional<Origin> canvas_name(std::string_view path)
{
    const std::string_view top = first_part(path);
    const std::vector<std::string_view> words = split(top, '_');
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (!all_digits(words[i])) continue;
        const bool typed = words[i + 1] == "text.html" || words[i + 1] == "link.html";
        if (!typed && (!all_digits(words[i + 1]) || i + 2 >= words.size())) continue;
        const std::size_t name_words = i > 1 && words[i - 1] == "LATE" ? i - 1 : i;

        Origin origin;
        origin.late = name_words != i;
        origin.who.name = top.substr(0, std::size_t(words[name_words - 1].end() - top.begin()));
        origin.who.canvas_id = origin.number = words[i];
        if (origin.who.name.empty()) return std::nullopt;
        if (typed) {
            origin.path = path;
            origin.passed_over = "typed into Canvas, and no file";
            return origin;
        }
        std::from_chars(words[i + 1].data(), words[i + 1].data() + words[i + 1].size(), origin.upload);
        origin.path = path.substr(std::size_t(words[i + 2].begin() - path.begin()));
        origin.times_mean = top.size() < path.size();
        return origin;
    }
    return std::nullopt;
}

}  // namespace halo::grader::arrival
