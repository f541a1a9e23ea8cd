#include "student/screen.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

#include "student/text.hpp"

namespace halo::student {
namespace {

bool is_set(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

std::size_t blanks_at(std::string_view line, std::size_t from)
{
    const std::size_t end = line.find_first_not_of(' ', from);
    return (end == std::string_view::npos ? line.size() : end) - from;
}

/// Where the continuation of a folded line begins: below the text of `where:`, `what:` and `try:`, below the second column of a table,
/// else below its own first word.
std::size_t hanging(std::string_view line, int width)
{
    for (const std::string_view label : {"  where:", "  what:", "  try:"})
        if (line.starts_with(label)) return label.size() + blanks_at(line, label.size());

    const std::size_t half = std::size_t(width) / 2, word = std::min(line.find(' '), line.size());
    const std::size_t gap = blanks_at(line, word);
    if (word > 0 && gap >= 2 && word + gap <= half) return word + gap;
    const std::size_t indent = blanks_at(line, 0);
    return indent < half ? indent : 0;
}

/// The first `columns` columns of a word that is wider than that.
std::string_view head(std::string_view word, int columns)
{
    std::size_t end = std::size_t(columns);
    while (columns_of(word.substr(0, end)) < columns || (word[end] & 0xC0) == 0x80) ++end;
    return word.substr(0, end);
}

class LineFolder {
public:
    explicit LineFolder(int width) : width_(width) {}

    std::vector<std::string> lines;

    void add(std::string_view line)
    {
        if (width_ == 0 || columns_of(line) <= width_) {
            lines.emplace_back(line);
            return;
        }
        indent_ = hanging(line, width_);
        part_ = line.substr(0, indent_);
        column_ = int(indent_);
        for (const std::string_view word : words_of(line.substr(indent_))) add_word(word);
        lines.push_back(part_);
    }

private:
    void add_word(std::string_view word)
    {
        const auto at_start = [&] { return column_ == int(indent_); };
        if (!at_start() && column_ + 1 + columns_of(word) > width_) next_line();
        if (!at_start()) append(" ");
        while (column_ + columns_of(word) > width_) {
            const std::string_view piece = head(word, width_ - column_);
            append(piece);
            next_line();
            word.remove_prefix(piece.size());
        }
        append(word);
    }

    void append(std::string_view text)
    {
        part_ += text;
        column_ += columns_of(text);
    }

    void next_line()
    {
        lines.push_back(part_);
        part_.assign(indent_, ' ');
        column_ = int(indent_);
    }

    int width_, column_ = 0;
    std::size_t indent_ = 0;
    std::string part_;
};

/// How many bytes at the start of the line are a verdict: `passed`, or `race` of `race: 5 of 11 …`.
std::size_t verdict_in(std::string_view line)
{
    if (line.starts_with("passed")) return 6;
    const std::size_t word = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    if (word == std::string_view::npos || word == 0 || line.substr(word, 2) != ": ") return 0;
    const std::size_t digits = line.find_first_not_of("0123456789", word + 2);
    return digits != std::string_view::npos && digits > word + 2 && line.substr(digits, 4) == " of " ? word : 0;
}

std::string painted(const std::string& line)
{
    const std::size_t end = verdict_in(line);
    if (end == 0) return line;
    return (line.starts_with("passed") ? "\033[1;32m" : "\033[1;31m") + line.substr(0, end) + "\033[0m" + line.substr(end);
}

}  // namespace

Screen screen()
{
    Screen screen;
    if (isatty(STDOUT_FILENO) == 0) {
        if (is_set("COLUMNS")) screen.columns = std::atoi(std::getenv("COLUMNS"));
        return screen;
    }
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    screen.rows = known ? size.ws_row : 24;
    screen.columns = known ? size.ws_col : 80;
    screen.clears = is_set("TERM") && std::string_view(std::getenv("TERM")) != "dumb";
    screen.colour = screen.clears && !is_set("NO_COLOR");
    return screen;
}

std::string laid_out(std::string_view body, std::string_view foot, const Screen& screen, std::string_view more)
{
    LineFolder folder(screen.columns);
    for (const std::string_view line : lines_of(body)) folder.add(line);
    if (!foot.empty() && !folder.lines.empty() && !folder.lines.back().empty()) folder.add("");
    const std::size_t body_lines = folder.lines.size();
    for (const std::string_view line : lines_of(foot)) folder.add(line);

    const std::size_t count = folder.lines.size(), rows = std::size_t(screen.rows);
    std::size_t room = body_lines;
    if (rows > 0 && !foot.empty() && count >= rows) {       // the cursor takes one line, the `more` note another
        const std::size_t taken = count - body_lines + 2;
        room = rows > taken ? rows - taken : 0;
    }

    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        if (i == room && room < body_lines) out += std::string(more) + "\n";
        if (i < room || i >= body_lines) out += (screen.colour ? painted(folder.lines[i]) : folder.lines[i]) + "\n";
    }
    return out;
}

void show(std::string_view body, std::string_view foot)
{
    const std::string text = laid_out(body, foot, screen());
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace halo::student
