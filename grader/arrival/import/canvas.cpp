// Canvas: `lovelaceada_LATE_12345_678901_conv2d_tiled-1.cu`: name, late or not, the person's number, the upload's, and the file's name, in which -1 counts uploads.
// Where the assignment is graded anonymously, `LATE_anon_aB3dE_678901_conv2d_tiled-1.cu`: an id that Canvas drew for this person and this assignment.

#include <charconv>

#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {
namespace {

/// The words between `_`, and which of them is the person's number: the first that an upload's number, or what Canvas calls a typed text, follows.
struct CanvasWords {
    std::vector<std::string_view> words;
    std::size_t number = 0;      ///< 0: there is none
    std::size_t other = 0;       ///< what may be that number as well, if the words before it are a name, or if a file's name begins with a number; 0: none
};

/// Canvas counts from 1, and writes no zero before a number.
bool is_number(std::string_view word) { return all_digits(word) && word[0] != '0'; }

bool is_typed(std::string_view word) { return word == "text.html" || word == "link.html"; }

CanvasWords canvas_words(std::string_view top)
{
    CanvasWords parts{split(top, '_')};
    const std::vector<std::string_view>& words = parts.words;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (!is_number(words[i])) continue;
        if (!is_typed(words[i + 1]) && (!is_number(words[i + 1]) || i + 2 >= words.size())) continue;
        if (parts.number != 0) {
            parts.other = i;
            break;
        }
        parts.number = i;
    }
    return parts;
}

/// Which of the words between `_` is an anonymous id: five letters and digits without 0, O, I and l. 0: none.
std::size_t anonymous_id(const std::vector<std::string_view>& words)
{
    constexpr std::string_view kBase58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    const std::size_t id = words[0] == "LATE" ? 2 : 1;
    if (words.size() < id + 2 || words[id - 1] != "anon" || words[id].size() != 5 || words[id].find_first_not_of(kBase58) != std::string_view::npos) return 0;
    return is_typed(words[id + 1]) || (is_number(words[id + 1]) && words.size() > id + 2) ? id : 0;
}

/// A file's own name begins at the second word after `number`.
void add_upload(Origin& origin, std::string_view path, const std::vector<std::string_view>& words, std::size_t number)
{
    if (is_typed(words[number + 1])) {
        origin.path = path;
        origin.passed_over = "typed into Canvas, and no file";
        return;
    }
    std::from_chars(words[number + 1].data(), words[number + 1].data() + words[number + 1].size(), origin.upload);
    origin.path = path.substr(std::size_t(words[number + 2].begin() - path.begin()));
    origin.times_mean = first_part(path).size() < path.size();
}

}  // namespace

std::optional<std::size_t> canvas_anonymous_mark(std::string_view top)
{
    const std::vector<std::string_view> words = split(top, '_');
    const std::size_t id = anonymous_id(words);
    return id == 0 ? std::nullopt : std::optional(std::size_t(words[id].begin() - top.begin()));
}

std::optional<Origin> canvas_anonymous_name(std::string_view path)
{
    const std::vector<std::string_view> words = split(first_part(path), '_');
    const std::size_t id = anonymous_id(words);
    if (id == 0) return std::nullopt;
    Origin origin{.who = {.name = "anon_" + std::string(words[id])}, .anonymous = true, .late = id == 2};
    add_upload(origin, path, words, id);
    return origin;
}

std::optional<std::size_t> canvas_mark(std::string_view top)
{
    const CanvasWords parts = canvas_words(top);
    return parts.number == 0 ? std::nullopt : std::optional(std::size_t(parts.words[parts.number].begin() - top.begin()));
}

std::optional<Origin> canvas_name(std::string_view path)
{
    const std::string_view top = first_part(path);
    const auto [words, i, other] = canvas_words(top);
    if (i == 0) return std::nullopt;
    const std::size_t name_words = i > 1 && words[i - 1] == "LATE" ? i - 1 : i;

    Origin origin;
    origin.late = name_words != i;
    origin.who.name = top.substr(0, std::size_t(words[name_words - 1].end() - top.begin()));
    origin.who.canvas_id = origin.number = words[i];
    if (other != 0) origin.may_be = words[other];
    if (origin.who.name.empty()) return std::nullopt;
    add_upload(origin, path, words, i);
    return origin;
}

}  // namespace halo::grader::arrival
