// Canvas: `lovelaceada_LATE_12345_678901_conv2d_tiled-1.cu`: name, late or not, the person's number, the upload's, and the file's name, in which -1 counts uploads.

#include <charconv>

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {
namespace {

/// The words between `_`, and which of them is the person's number: the first that an upload's number, or what Canvas calls a typed text, follows.
struct CanvasWords {
    std::vector<std::string_view> words;
    std::size_t number = 0;      ///< 0: there is none
    bool typed = false;
    std::size_t other = 0;       ///< what may be that number as well, if the words before it are a name, or if a file's name begins with a number; 0: none
};

/// Canvas counts from 1, and writes no zero before a number.
bool is_number(std::string_view word) { return all_digits(word) && word[0] != '0'; }

CanvasWords canvas_words(std::string_view top)
{
    CanvasWords parts{split(top, '_')};
    const std::vector<std::string_view>& words = parts.words;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (!is_number(words[i])) continue;
        const bool typed = words[i + 1] == "text.html" || words[i + 1] == "link.html";
        if (!typed && (!is_number(words[i + 1]) || i + 2 >= words.size())) continue;
        if (parts.number != 0) {
            parts.other = i;
            break;
        }
        parts.number = i;
        parts.typed = typed;
    }
    return parts;
}

}  // namespace

std::optional<std::size_t> canvas_mark(std::string_view top)
{
    const CanvasWords parts = canvas_words(top);
    return parts.number == 0 ? std::nullopt : std::optional(std::size_t(parts.words[parts.number].begin() - top.begin()));
}


std::optional<Origin> canvas_name(std::string_view path)
{
    const std::string_view top = first_part(path);
    const auto [words, i, typed, other] = canvas_words(top);
    if (i == 0) return std::nullopt;
    const std::size_t name_words = i > 1 && words[i - 1] == "LATE" ? i - 1 : i;

    Origin origin;
    origin.late = name_words != i;
    origin.who.name = top.substr(0, std::size_t(words[name_words - 1].end() - top.begin()));
    origin.who.canvas_id = origin.number = words[i];
    if (other != 0) origin.may_be = words[other];
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

}  // namespace halo::grader::arrival
