#include "show/draw.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace halo::show {

namespace {

constexpr int kLeft = 34, kTop = 4;                     // labels are to the left of the cells
constexpr int kSmall = 10;                              // smaller cells than this have no outlines: they would be all that is seen
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

/// A text that can be read on a cell of these classes.
const char* ink_on(const std::string& classes)
{
    const auto has = [&](const char* word) { return classes.find(word) != std::string::npos; };
    if (has("dim")) return "in";
    return has("read") || has("stored") ? "in over" : has("p") || has("several") ? "in on" : "in";
}

/// Small cells: neighbours in a row that look alike are one rectangle, and lines in the colour of the paper part them.
class Runs {
public:
    void add(const std::string& classes, int x, int y, int size)
    {
        if (y_ == y && end_ == x && classes_ == classes) {
            end_ += size;
            return;
        }
        close();
        classes_ = classes, begin_ = x, end_ = x + size, y_ = y, size_ = size;
    }
    std::string drawn(int columns, int rows, int size)
    {
        close();
        if (paths_.empty()) return {};
        std::string out, lines;
        for (const auto& [classes, path] : paths_) out += fmt::format("<path class=\"{} small\" d=\"{}\"/>", classes, path);
        for (int c = 1; c <= columns; ++c) lines += fmt::format("M{} {}v{}", kLeft + c * size - 0.5, kTop, rows * size);
        for (int r = 1; r <= rows; ++r) lines += fmt::format("M{} {}h{}", kLeft, kTop + r * size - 0.5, columns * size);
        return out + fmt::format("<path class=\"gap\" d=\"{}\"/>", lines);
    }

private:
    void close()
    {
        if (end_ > begin_) paths_[classes_] += fmt::format("M{} {}h{}v{}H{}z", begin_, y_, end_ - begin_, size_, begin_);
        begin_ = end_ = 0;
    }

    std::map<std::string, std::string> paths_;
    std::string classes_;
    int begin_ = 0, end_ = 0, y_ = 0, size_ = 0;
};

/// Characters in a row are one text, each with its place.
std::string words_in_cells(const Panel& panel, const Look& look)
{
    std::map<std::pair<int, std::string>, std::pair<std::string, std::string>> rows;    // places, characters
    std::string out;
    for (const Cell& cell : panel.cells) {
        const auto found = look.words.find(cell.element);
        if (cell.ghost || found == look.words.end()) continue;
        const auto marked = look.marks.find(cell.element);
        const std::string ink = ink_on(marked == look.marks.end() ? "" : marked->second);
        const int x = kLeft + cell.column * look.cell + (look.cell - 1) / 2, y = kTop + cell.row * look.cell + look.cell / 2 + 3;
        if (found->second.size() > 1) {
            out += words(x, y, ink, found->second);
            continue;
        }
        auto& [places, characters] = rows[{y, ink}];
        places += fmt::format("{}{}", places.empty() ? "" : " ", x);
        characters += found->second;
    }
    for (const auto& [where, row] : rows)
        out += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", row.first, where.first, where.second, escaped(row.second));
    return out;
}

}  // namespace

std::string svg(const Drawing& drawing, std::string_view attributes)
{
    return fmt::format("<svg viewBox=\"0 0 {0} {1}\" style=\"--w:{0}px\" {2}>{3}</svg>", drawing.width, drawing.height, attributes, drawing.inside);
}

Drawing panel_drawing(const Panel& panel, const std::optional<Look>& look)
{
    const int size = look ? look->cell : kCell;
    Drawing out{{}, kLeft + panel.columns * size + 4, kTop + panel.rows * size + (panel.column_labels.empty() ? 4 : 16)};
    const std::size_t every = panel.rows <= 12 && size >= 11 ? 1 : size >= 11 ? 4 : panel.rows <= 12 ? 2 : 8;       // labels must not touch
    for (std::size_t row = 0; row < panel.row_labels.size(); ++row)
        if (row % every == 0) out.inside += words(kLeft - 5, kTop + int(row) * size + size / 2 + 4, "label", panel.row_labels[row]);
    for (std::size_t column = 0; column < panel.column_labels.size(); ++column)
        if (!panel.column_labels[column].empty()) out.inside += words(kLeft + int(column) * size + size / 2, kTop + panel.rows * size + 11, "label middle", panel.column_labels[column]);
    std::map<std::string, std::string> alike;           // a picture needs no cell by itself: all that look alike are one path
    std::string ticks;
    Runs runs;
    for (const Cell& cell : panel.cells) {
        const int x = kLeft + cell.column * size, y = kTop + cell.row * size;
        std::string classes = cell.ghost ? "cell ghost" : "cell";
        if (cell.begins_unit && (!look || look->bars)) ticks += fmt::format("M{} {}v{}", x - 0.5, y, size - 1);
        if (!look) {
            out.inside += rect(x, y, size - 1, size - 1, classes, cell.ghost ? "" : fmt::format(" data-e=\"{}\"", cell.element));
            continue;
        }
        if (const auto marked = look->marks.find(cell.element); !cell.ghost && marked != look->marks.end()) classes += ' ' + marked->second;
        const bool outline = cell.ghost || std::ranges::any_of(std::array{"idle", "blank", "mine", "read stored"}, [&](const char* word) { return classes.find(word) != std::string::npos; });
        if (size < kSmall && !outline) runs.add(classes, x, y, size);
        else alike[classes] += fmt::format("M{0} {1}h{2}v{2}h-{2}z", x, y, size - 1);
    }
    out.inside += runs.drawn(panel.columns, panel.rows, size);
    // Outlines come last, or their neighbours would hide half of them.
    for (const bool outlined : {false, true})
        for (const auto& [classes, path] : alike)
            if (classes.ends_with("mine") == outlined) out.inside += fmt::format("<path class=\"{}\" d=\"{}\"/>", classes, path);
    if (!ticks.empty()) out.inside += fmt::format("<path class=\"tick\" d=\"{}\"/>", ticks);
    if (look) out.inside += words_in_cells(panel, *look);
    return out;
}

Drawing key_drawing(const Panel& panel, const Look& look, std::string_view says)
{
    const Drawing cell = panel_drawing(panel, look);
    return {fmt::format("<g transform=\"translate({} 0)\">{}</g>", 2 - kLeft, cell.inside) + fmt::format("<text x=\"{}\" y=\"{}\" class=\"note\">{}</text>", kCell + 8, kTop + kCell - 3, escaped(says)),
            kCell + 10 + int(says.size() * 6), kTop + kCell + 4};
}

int widest_cell(const Panel& panel, int width) { return std::max(3, std::min(kCell, (width - kLeft - 4) / std::max(panel.columns, 1))); }

Drawing request_drawing(const Array& array, const Part& part, std::int64_t warp)
{
    if (array.texture || array.memory == Memory::constant || array.memory == Memory::lanes) return {};
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
    for_each_touch(scene, array, [&](const Moment&, const Part& part, const Touch& touch) {
        if (part.stores == stores && touch.thread == thread) mark(marks, touch, stores ? "stored" : "read");
    });
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
