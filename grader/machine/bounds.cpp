#include "machine/bounds.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "machine/errors.hpp"

namespace halo::grader {
namespace {

std::string mib(std::size_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

/// Brackets and keys of TOML or JSON, as far as the bounds need to know them.
class Nesting {
public:
    Nesting(std::string_view text, Form form) : text_(text), toml_(form == Form::toml), bounds_(bounds_of(form)) {}

    std::optional<Excess> excess()
    {
        for (std::size_t i = 0; i < text_.size(); ++i) {
            const char c = text_[i];
            if (c == '\n') begin_line(i + 1);
            else if (toml_ && i - line_begin_ >= bounds_.line_bytes) return Excess{line_, fmt::format("a line has more than {} KiB", bounds_.line_bytes >> 10)};
            else if (c == '"' || (toml_ && c == '\'')) i = end_of_string(i);
            else if (toml_ && c == '#') i = end_of_line(i) - 1;
            else if (c == '[' || c == '{') ++depth_, parts_ = 1;
            else if ((c == ']' || c == '}') && depth_ > 0) --depth_, parts_ = 1;
            else if (c == ',' || c == '=') parts_ = 1;
            else if (c == '.') ++parts_;
            if (depth_ > bounds_.depth) return Excess{line_, fmt::format("brackets are nested more than {} deep", bounds_.depth)};
            if (toml_ && parts_ > bounds_.parts) return Excess{line_, fmt::format("a key has more than {} parts", bounds_.parts)};
        }
        return std::nullopt;
    }

private:
    void begin_line(std::size_t at) { ++line_, line_begin_ = at, parts_ = 1; }

    std::size_t end_of_line(std::size_t i) const { return std::min(text_.find('\n', i), text_.size()); }

    /// The string's last character. One of a single line ends with its line, whatever it lacks.
    std::size_t end_of_string(std::size_t i)
    {
        const char quote = text_[i];
        const bool long_one = toml_ && text_.substr(i).starts_with(std::string(3, quote));
        for (i += long_one ? 3 : 1; i < text_.size(); ++i) {
            if (text_[i] == '\\' && quote == '"') ++i;
            else if (text_[i] == '\n' && !long_one) return i - 1;
            else if (text_[i] == quote && !long_one) return i;
            else if (long_one && text_.substr(i).starts_with(std::string(3, quote))) return i + 2;
            if (i < text_.size() && text_[i] == '\n') begin_line(i + 1);
        }
        return i;
    }

    std::string_view text_;
    bool toml_;
    Bounds bounds_;
    std::size_t line_ = 1, line_begin_ = 0, depth_ = 0, parts_ = 1;
};

std::optional<Excess> excess_in_table(std::string_view text)
{
    const Bounds bounds = bounds_of(Form::table);
    std::size_t line = 1, rows = 1, cells = 1, cell_begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') ++line;
        if (c == '"') quoted = !quoted;
        if (i - cell_begin > bounds.cell_bytes) return Excess{line, fmt::format("a cell has more than {} KiB", bounds.cell_bytes >> 10)};
        if (quoted) continue;
        if (c == ',' || c == ';' || c == '\t') ++cells, cell_begin = i;
        if (c == '\n') ++rows, cells = 1, cell_begin = i;
        if (cells > bounds.cells) return Excess{line, fmt::format("a row has more than {} cells", bounds.cells)};
        if (rows > bounds.rows) return Excess{line, fmt::format("it has more than {} rows", bounds.rows)};
    }
    return std::nullopt;
}

std::optional<Excess> excess_in_lines(std::string_view text, std::size_t most)
{
    const auto lines = std::size_t(std::ranges::count(text, '\n'));
    return lines > most ? std::optional(Excess{0, fmt::format("has more than {} lines", most)}) : std::nullopt;
}

UsageError too_much(std::string_view source, const Excess& excess)
{
    return UsageError({fmt::format("{}{}: {}", source, excess.line ? fmt::format(":{}", excess.line) : "", excess.what), "nothing of it is read", "is it the file that you meant?"});
}

Excess too_large(Form form) { return {0, fmt::format("has more than {}", mib(bounds_of(form).bytes))}; }

}  // namespace

std::optional<Excess> excess_in(std::string_view text, Form form)
{
    if (text.size() > bounds_of(form).bytes) return too_large(form);
    if (form == Form::yaml) return excess_in_lines(text, bounds_of(form).rows);
    return form == Form::table ? excess_in_table(text) : Nesting(text, form).excess();
}

void demand_bounds(std::string_view text, Form form, std::string_view source)
{
    if (const auto excess = excess_in(text, form)) throw too_much(source, *excess);
}

std::string read_within_bounds(const std::filesystem::path& path, Form form, const Message& cannot_be_read)
{
    std::ifstream in(path, std::ios::binary);
    std::string text, block(1 << 16, '\0');          // most files are small: clearing a buffer of the bound's size would take longer than reading them
    while (text.size() <= bounds_of(form).bytes && (in.read(block.data(), std::streamsize(block.size())) || in.gcount() > 0))
        text.append(block, 0, std::size_t(in.gcount()));
    if (!in.is_open() || in.bad()) throw UsageError(cannot_be_read);
    if (text.size() > bounds_of(form).bytes) throw too_much(path.filename().string(), too_large(form));
    return text;
}

}  // namespace halo::grader
