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

Drawing sectors_drawing(const Array& array, const Part& part, std::int64_t warp)
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
    return {inside, 4 + std::min(n, kAcross) * wide, 4 + rows * (kHigh + kGap)};
}

Drawing banks_drawing(const Array& array, const Part& part, std::int64_t warp)
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
    return {inside, 4 + int(kBanks) * kWide, 16 + most * kHigh};
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

std::string svg(const Drawing& drawing, std::string_view attributes)
{
    return fmt::format("<svg viewBox=\"0 0 {0} {1}\" style=\"--w:{0}px\" {2}>{3}</svg>", drawing.width, drawing.height, attributes, drawing.inside);
}

Drawing panel_drawing(const Panel& panel, const std::optional<Marks>& marks)
{
    Drawing out{{}, kLeft + panel.columns * kCell + 4, kTop + panel.rows * kCell + 4};
    for (std::size_t row = 0; row < panel.row_labels.size(); ++row)
        if (panel.rows <= 12 || row % 4 == 0) out.inside += words(kLeft - 5, kTop + int(row) * kCell + 11, "label", panel.row_labels[row]);
    std::map<std::string, std::string> alike;           // a picture needs no cell by itself: all that look alike are one path
    std::string ticks;
    for (const Cell& cell : panel.cells) {
        const int x = kLeft + cell.column * kCell, y = kTop + cell.row * kCell;
        std::string classes = cell.ghost ? "cell ghost" : "cell";
        if (cell.begins_unit) ticks += fmt::format("M{} {}v{}", x - 0.5, y, kCell - 1);
        if (!marks) {
            out.inside += rect(x, y, kCell - 1, kCell - 1, classes, cell.ghost ? "" : fmt::format(" data-e=\"{}\"", cell.element));
            continue;
        }
        if (const auto marked = marks->find(cell.element); !cell.ghost && marked != marks->end()) classes += ' ' + marked->second;
        alike[classes] += fmt::format("M{0} {1}h{2}v{2}h-{2}z", x, y, kCell - 1);
    }
    // Outlines come last, or their neighbours would hide half of them.
    for (const bool outlined : {false, true})
        for (const auto& [classes, path] : alike)
            if (classes.ends_with("mine") == outlined) out.inside += fmt::format("<path class=\"{}\" d=\"{}\"/>", classes, path);
    if (!ticks.empty()) out.inside += fmt::format("<path class=\"tick\" d=\"{}\"/>", ticks);
    return out;
}

Drawing request_drawing(const Array& array, const Part& part, std::int64_t warp)
{
    if (array.texture || array.memory == Memory::constant) return {};
    return array.memory == Memory::global ? sectors_drawing(array, part, warp) : banks_drawing(array, part, warp);
}

Drawing footprint_drawing(const Footprint& footprint)
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
    return {inside, 4 + 2 * columns * kBox + kBetween + 30, 24 + rows * kBox};
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

Marks life_of(const Scene& scene, std::size_t array, std::int64_t thread, bool stores)
{
    Marks marks;
    for (const Moment& moment : scene.moments)
        for (const Part& part : moment.parts)
            if (part.array == array && part.stores == stores)
                for (const Touch& touch : part.touches)
                    if (touch.thread == thread) mark(marks, touch, stores ? "stored" : "read");
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
