#include "show/draw.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace halo::show {

namespace {

constexpr int kCell = 14, kLeft = 34, kTop = 4;         // labels are to the left of the cells
constexpr std::int64_t kBanks = 32;                     // of 4 bytes

std::string rect(int x, int y, int width, int height, std::string_view classes, std::string_view more = {})
{
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"{}/>", x, y, width, height, classes, more);
}

std::string words(int x, int y, std::string_view classes, std::string_view text)
{
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", x, y, classes, escaped(text));
}

std::string svg(int width, int height, std::string_view attributes, std::string_view inside)
{
    return fmt::format("<svg viewBox=\"0 0 {} {}\" style=\"--w:{}px\" {}>{}</svg>", width, height, width, attributes, inside);
}

void mark(Marks& marks, const Touch& touch, const char* word)
{
    for (std::int64_t e = touch.element; e < touch.element + touch.count; ++e) {
        std::string& classes = marks[e];
        if ((' ' + classes + ' ').find(' ' + std::string(word) + ' ') == std::string::npos) classes += (classes.empty() ? "" : " ") + std::string(word);
    }
}

/// The distinct sectors of a warp's request, each with the elements that it asks for there.
std::map<std::int64_t, std::set<std::int64_t>> sectors_of(const Array& array, const Part& part, std::int64_t warp)
{
    std::map<std::int64_t, std::set<std::int64_t>> sectors;
    for (const Touch& t : part.touches)
        if (t.thread / kWarp == warp)
            for (std::int64_t e = t.element; e < t.element + t.count; ++e) sectors[array.byte(e) / kSector].insert(e);
    return sectors;
}

std::string sectors_svg(const Array& array, const Part& part, std::int64_t warp)
{
    constexpr int kAcross = 4, kPiece = 9, kGap = 6, kHigh = 16;
    const auto sectors = sectors_of(array, part, warp);
    const int pieces = int(std::max<std::int64_t>(kSector / array.element_bytes, 1)), wide = pieces * kPiece + kGap;
    std::string inside;
    int n = 0;
    for (const auto& [sector, wanted] : sectors) {
        const int x = 2 + n % kAcross * wide, y = 2 + n / kAcross * (kHigh + kGap);
        for (int i = 0; i < pieces; ++i) {
            const std::int64_t element = (sector * kSector - array.start) / array.element_bytes + i;
            inside += rect(x + i * kPiece, y, kPiece, kHigh, wanted.contains(element) ? (part.stores ? "cell stored" : "cell read") : "cell");
        }
        inside += rect(x, y, pieces * kPiece, kHigh, "frame");
        ++n;
    }
    const int rows = (n + kAcross - 1) / kAcross;
    return svg(4 + kAcross * wide, 4 + rows * (kHigh + kGap), "class=\"request\" aria-hidden=\"true\"", inside);
}

std::string banks_svg(const Array& array, const Part& part, std::int64_t warp)
{
    constexpr int kWide = 11, kHigh = 12;
    std::array<std::set<std::int64_t>, kBanks> words_of;
    for (const Touch& t : part.touches)
        if (t.thread / kWarp == warp)
            for (std::int64_t byte = array.byte(t.element); byte < array.byte(t.element + t.count); byte += 4)
                words_of[std::size_t(byte / 4 % kBanks)].insert(byte / 4);
    const auto most = int(std::ranges::max(words_of, {}, &std::set<std::int64_t>::size).size());
    std::string inside;
    for (int bank = 0; bank < kBanks; ++bank) {
        for (int n = 0; n < most; ++n) {
            const bool wanted = n < int(words_of[std::size_t(bank)].size());
            inside += rect(2 + bank * kWide, 2 + (most - 1 - n) * kHigh, kWide - 1, kHigh - 1, !wanted ? "cell" : n > 0 ? "cell clash" : part.stores ? "cell stored" : "cell read");
        }
        if (bank % 8 == 0) inside += words(2 + bank * kWide, 2 + most * kHigh + 10, "label start", std::to_string(bank));
    }
    return svg(4 + int(kBanks) * kWide, 16 + most * kHigh, "class=\"request\" aria-hidden=\"true\"", inside);
}

/// A letter for a product, so that colour is not needed.
const char* letter(std::string_view mark)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 11> letters = {{
        {"right", "·"}, {"no_product", ""}, {"missing", "–"}, {"left", "‹"}, {"right_of", "›"}, {"above", "˄"}, {"below", "˅"},
        {"elsewhere", "x"}, {"ghost", "o"}, {"again", "2"}, {"several", "*"},
    }};
    const auto found = std::ranges::find(letters, mark, [](const auto& pair) { return pair.first; });
    return found == letters.end() ? "?" : found->second;
}

}  // namespace

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

Extent extent(const Panel& panel) { return {kLeft + panel.columns * kCell + 4, kTop + panel.rows * kCell + 4}; }

std::string cells_svg(const Panel& panel, const Marks& marks)
{
    std::string out;
    for (std::size_t row = 0; row < panel.row_labels.size(); ++row)
        if (panel.rows <= 12 || row % 4 == 0) out += words(kLeft - 5, kTop + int(row) * kCell + 11, "label", panel.row_labels[row]);
    std::string ticks;
    for (const Cell& cell : panel.cells) {
        const int x = kLeft + cell.column * kCell, y = kTop + cell.row * kCell;
        const auto marked = cell.ghost ? marks.end() : marks.find(cell.element);
        const std::string classes = fmt::format("cell{}{}{}", cell.ghost ? " ghost" : "", marked != marks.end() ? " " : "", marked != marks.end() ? marked->second : "");
        out += rect(x, y, kCell - 1, kCell - 1, classes, cell.ghost ? "" : fmt::format(" data-e=\"{}\"", cell.element));
        if (cell.begins_sector) ticks += fmt::format("<path class=\"tick\" d=\"M{} {}v{}\"/>", x - 0.5, y, kCell - 1);
    }
    return out + ticks;
}

std::string panel_svg(const Panel& panel, std::string_view id)
{
    const Extent size = extent(panel);
    return svg(size.width, size.height, fmt::format("id=\"{}\" role=\"img\" aria-label=\"{}\"", id, escaped(panel.title)), cells_svg(panel, {}));
}

std::string request_svg(const Array& array, const Part& part, std::int64_t warp)
{
    if (array.texture || array.memory == Memory::constant) return {};
    return array.memory == Memory::global ? sectors_svg(array, part, warp) : banks_svg(array, part, warp);
}

std::string footprint_svg(const Footprint& footprint)
{
    constexpr int kBox = 20, kBetween = 50;
    const int columns = std::max(footprint.columns, 1), rows = int(footprint.marks.size()) / columns;
    std::string inside;
    for (const bool computed : {false, true}) {
        const int left = 2 + (computed ? columns * kBox + kBetween : 0);
        inside += words(left, 14, "label start", computed ? "as computed" : "as due");
        for (std::size_t i = 0; i < footprint.marks.size(); ++i) {
            const std::string& mark = footprint.marks[i];
            const bool product = mark != "no_product", wrong = computed && mark != "right" && product;
            const int x = left + int(i) % columns * kBox, y = 20 + int(i) / columns * kBox;
            inside += rect(x, y, kBox - 1, kBox - 1, wrong ? "cell clash" : product && (computed || mark != "ghost") ? "cell read" : "cell");
            if (computed) inside += words(x + kBox / 2, y + 14, "letter", letter(mark));
        }
    }
    return svg(4 + 2 * columns * kBox + kBetween + 30, 24 + rows * kBox, "class=\"footprint\" role=\"img\" aria-label=\"products of the wrong output, as due and as computed\"",
               inside);
}

Marks marks_at(const Scene& scene, std::size_t array, std::size_t moment, std::int64_t thread)
{
    Marks marks;
    for (std::size_t m = 0; m <= moment && m < scene.moments.size(); ++m)
        for (const Part& part : scene.moments[m].parts) {
            if (part.array != array || (m < moment && !part.stores)) continue;
            for (const Touch& touch : part.touches) {
                mark(marks, touch, m < moment ? "had" : touch.blank ? "blank" : part.stores ? "stored" : "read");
                if (m == moment && touch.thread == thread) mark(marks, touch, "mine");
            }
        }
    return marks;
}

Marks threads_at(const Scene& scene, std::size_t moment, std::int64_t thread)
{
    Marks marks;
    for (const Part& part : scene.moments.at(moment).parts)
        for (const Touch& touch : part.touches) mark(marks, {.element = touch.thread}, part.stores ? "stored" : "read");
    if (thread >= 0) mark(marks, {.element = thread}, "mine");
    return marks;
}

}  // namespace halo::show
