#include "show/sheet.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace halo::show {

namespace {

constexpr int kLineHeight = 15, kGap = 8, kNarrowest = 180;
constexpr double kTold = 6.9, kTitle = 7.2, kNote = 5.9;        // px of a character, at most

// The colours of page/page.css, for a picture that stands alone. p0 to p5 tell threads or steps apart, and hold dark letters in light and dark.
constexpr std::string_view kStyle =
    ".paper{fill:#fdfdfb}.cell{fill:#f0f2f4;stroke:#b9c0c7}.ghost{fill:none;stroke-dasharray:2 2}.idle{fill:none;stroke:#7d8790;stroke-dasharray:1 1}.had{fill:#f3cfa5}"
    ".read{fill:#2f7fd6}.stored{fill:#c2571a}.blank{fill:#fdfdfb;stroke:#c2571a;stroke-width:2}"
    ".read.stored{fill:#2f7fd6;stroke:#c2571a;stroke-width:2}.dim{fill-opacity:.3}"
    ".p0{fill:#8ec5ff}.p1{fill:#ffb27a}.p2{fill:#8fd6a0}.p3{fill:#e2a6f0}.p4{fill:#f3d65b}.p5{fill:#7fd8d8}.several{fill:#c9ced4}"
    ".frame{fill:none;stroke:#5a6470;stroke-width:1.5}.clash{fill:#b3172e}.cell.mine{stroke:#000;stroke-width:3}.tick{stroke:#1c2024;stroke-width:1.5}"
    ".small{stroke:none}.gap{fill:none;stroke:#fdfdfb}.way{fill:none;stroke:#1c2024;stroke-width:1.5}.head{fill:#1c2024}"
    "text{font:10px system-ui,sans-serif;fill:#1c2024}.label{fill:#5a6470;text-anchor:end}.label.start{text-anchor:start}"
    ".title{font-size:12px;font-weight:600}.told{font-size:13px}.note{font-size:11px;fill:#5a6470}.in{text-anchor:middle}.middle{text-anchor:middle}"
    ".over{fill:#fdfdfb}.on{fill:#1c2024}"
    "@media(prefers-color-scheme:dark){.paper{fill:#15181b}.gap{stroke:#15181b}.cell{fill:#23282d;stroke:#4a525a}.small{stroke:none}.ghost,.idle{fill:none}.had{fill:#6b4a2b}"
    ".read{fill:#4d9df2}.stored{fill:#f08a45}.blank{fill:#15181b;stroke:#f08a45}.read.stored{fill:#4d9df2;stroke:#f08a45}"
    ".p0{fill:#8ec5ff}.p1{fill:#ffb27a}.p2{fill:#8fd6a0}.p3{fill:#e2a6f0}.p4{fill:#f3d65b}.p5{fill:#7fd8d8}.several{fill:#c9ced4}"
    ".cell.mine{stroke:#fff}.tick,.way{stroke:#e7eaee}.head,text{fill:#e7eaee}.label,.note{fill:#a3adb8}.over{fill:#15181b}.on{fill:#1c2024}}";

std::vector<std::string> folded(const std::string& text, int width, double character)
{
    const auto most = std::max<std::size_t>(10, std::size_t(double(width) / character));
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (lines.empty() || lines.back().size() + 1 + word.size() > most) lines.push_back(word);
        else lines.back() += ' ' + word;
        at = end + 1;
    }
    return lines;
}

int width_of(const std::vector<std::string>& lines, double character)
{
    std::size_t most = 0;
    for (const std::string& line : lines) most = std::max(most, line.size());
    return int(double(most) * character);
}

std::string written(int x, int y, const std::vector<std::string>& lines, std::string_view classes)
{
    std::string out;
    for (const std::string& line : lines) out += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, std::exchange(y, y + kLineHeight), classes, escaped(line));
    return out;
}

}  // namespace

void Sheet::add(const std::string& title, const std::string& note, Drawing drawing)
{
    const int room = std::min(std::max(drawing.width, kNarrowest), most_width_);
    Item item{folded(title, room, kTitle), folded(note, room, kNote), std::move(drawing), 0};
    item.width = std::max({item.drawing.width, width_of(item.title, kTitle), width_of(item.note, kNote)});
    int x = 0;
    for (const Item& before : row_) x += before.width + kMargin;
    if (!row_.empty() && x + item.width > most_width_) end_row();
    row_.push_back(std::move(item));
}

void Sheet::end_row()
{
    int x = 0, lines = 0, height = 0;
    for (const Item& item : row_) lines = std::max(lines, int(item.title.size() + item.note.size()));
    for (const Item& item : row_) {
        body_ += written(x, y_ + 12, item.title, "title");
        body_ += written(x, y_ + 12 + int(item.title.size()) * kLineHeight, item.note, "note");
        body_ += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", x, y_ + lines * kLineHeight + 2, item.drawing.inside);
        height = std::max(height, lines * kLineHeight + 2 + item.drawing.height);
        width_ = std::max(width_, x + item.width);
        x += item.width + kMargin;
    }
    if (!row_.empty()) y_ += height + kGap;
    row_.clear();
}

void Sheet::tell(const std::string& sentence, std::string_view classes)
{
    end_row();
    const double character = classes == "note" ? kNote : kTold;
    const auto lines = folded(sentence, most_width_, character);
    body_ += written(0, y_ + 12, lines, classes);
    y_ += int(lines.size()) * kLineHeight + 4;
    width_ = std::max(width_, width_of(lines, character));
}

Drawing Sheet::drawn()
{
    end_row();
    return {std::exchange(body_, {}), width_, y_};
}

std::string stand_alone(const Drawing& drawing, const std::string& title)
{
    const int width = std::min(drawing.width, kMostWidth - 2 * kMargin) + 2 * kMargin;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n"
                       "<title>{2}</title>\n<style>{3}</style>\n<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n"
                       "<g transform=\"translate({4} {4})\">\n{5}</g>\n</svg>\n",
                       width, drawing.height + 2 * kMargin, escaped(title), kStyle, kMargin, drawing.inside);
}

}  // namespace halo::show
