#include "show/picture.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/story.hpp"

namespace halo::show {

namespace {

constexpr int kMargin = 12, kTitle = 18, kLineHeight = 16, kMostWidth = 800;
constexpr std::size_t kLineLength = 110;        // characters of a sentence

// The colours of page/page.css, for a picture that stands alone.
constexpr std::string_view kStyle =
    ".paper{fill:#fdfdfb}.cell{fill:#f0f2f4;stroke:#b9c0c7}.ghost{fill:none;stroke-dasharray:2 2}.had{fill:#f3cfa5}.read{fill:#2f7fd6}"
    ".stored{fill:#c2571a}.blank{fill:#fdfdfb;stroke:#c2571a;stroke-width:2}.read.stored{fill:#2f7fd6;stroke:#c2571a;stroke-width:2}"
    ".frame{fill:none;stroke:#5a6470;stroke-width:1.5}.clash{fill:#b3172e}.label.start{text-anchor:start}.mine{stroke:#000;stroke-width:3}.tick{stroke:#1c2024;stroke-width:1.5}text{font:10px system-ui,sans-serif;fill:#1c2024}"
    ".label{fill:#5a6470;text-anchor:end}.title{font-size:12px;font-weight:600}.told{font-size:13px}"
    "@media(prefers-color-scheme:dark){.paper{fill:#15181b}.cell{fill:#23282d;stroke:#4a525a}.ghost{fill:none}.had{fill:#6b4a2b}"
    ".read{fill:#4d9df2}.stored{fill:#f08a45}.blank{fill:#15181b;stroke:#f08a45}.read.stored{fill:#4d9df2;stroke:#f08a45}"
    ".mine{stroke:#fff}.tick{stroke:#e7eaee}text{fill:#e7eaee}.label{fill:#a3adb8}}";

std::vector<std::string> folded(const std::string& text)
{
    std::vector<std::string> lines = {""};
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > kLineLength) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        at = end + 1;
    }
    return lines;
}

/// Puts panels beside each other while there is room, then below.
class Sheet {
public:
    void add(const Panel& panel, const Marks& marks) { add(panel.title + (panel.note.empty() ? "" : ": " + panel.note), panel_drawing(panel, marks)); }

    void add(const std::string& title, const Drawing& drawing)
    {
        const int width = std::max(drawing.width, int(title.size()) * 7);
        if (x_ > kMargin && x_ + width > kMostWidth) end_row();
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"title\">{}</text>\n", x_, y_ + 12, escaped(title));
        body_ += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", x_, y_ + kTitle, drawing.inside);
        x_ += width + kMargin;
        high_ = std::max(high_, kTitle + drawing.height);
        width_ = std::max(width_, x_);
    }

    void tell(const std::string& sentence)
    {
        end_row();
        for (const std::string& line : folded(sentence)) {
            body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"told\">{}</text>\n", x_, y_ + 12, escaped(line));
            y_ += kLineHeight;
            width_ = std::max(width_, int(line.size()) * 7 + 2 * kMargin);
        }
        y_ += 4;
    }

    std::string text(const std::string& title)
    {
        end_row();
        return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n"
                           "<title>{2}</title>\n<style>{3}</style>\n<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
                           width_, y_ + kMargin / 2, escaped(title), kStyle, body_);
    }

private:
    void end_row()
    {
        if (high_ > 0) y_ += high_ + kMargin / 2;
        x_ = kMargin;
        high_ = 0;
    }

    std::string body_;
    int x_ = kMargin, y_ = kMargin, high_ = 0, width_ = 0;
};

bool wanted(const Frame& frame, const std::string& name)
{
    return frame.panels.empty() || std::ranges::find(frame.panels, name) != frame.panels.end();
}

/// The first moment in this line.
std::size_t moment_in(const Scene& scene, int line)
{
    const auto found = std::ranges::find(scene.moments, line, &Moment::line);
    if (found == scene.moments.end()) throw Unreadable(fmt::format("no thread does anything in line {}", line));
    return std::size_t(found - scene.moments.begin());
}

/// What one thread does, from its first access to its last.
std::string life_sentence(const Scene& scene, std::int64_t thread)
{
    const auto touched = [&](std::size_t array, bool stores) { return Marks(life_of(scene, array, thread, stores)).size(); };
    std::string out = fmt::format("thread {} ", scene.thread_name(thread)), between;
    for (const bool stores : {false, true})
        for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
            const std::size_t count = touched(i, stores);
            if (count == 0) continue;
            const std::string what = count == 1 ? scene.arrays[i].element(life_of(scene, i, thread, stores).begin()->first)
                                                : fmt::format("{} elements of {}", count, scene.arrays[i].name);
            out += fmt::format("{}{} {}", between, stores ? "stores to" : "loads", what);
            between = ", ";
        }
    if (between.empty()) throw Unreadable(fmt::format("thread {} does nothing", thread));
    return out;
}

void add_life(Sheet& sheet, const Scene& scene, const Frame& frame)
{
    sheet.tell(life_sentence(scene, frame.thread) + ".");
    if (wanted(frame, "threads")) sheet.add(threads_panel(scene), {{frame.thread, "mine"}});
    for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
        if (!wanted(frame, scene.arrays[i].name)) continue;
        Marks marks = life_of(scene, i, frame.thread, false);
        for (const auto& [element, classes] : life_of(scene, i, frame.thread, true)) marks[element] = marks.contains(element) ? "read stored" : classes;
        sheet.add(panel_of(scene, i), marks);
    }
}

/// The requests of the followed thread's warp in a moment.
void add_requests(Sheet& sheet, const Scene& scene, const Moment& moment, std::int64_t warp)
{
    for (const Part& part : moment.parts)
        for (const Cost& cost : part.costs)
            if (const Array& array = scene.arrays[part.array]; cost.warp == warp)
                if (const Drawing drawing = request_drawing(array, part, warp); !drawing.inside.empty()) sheet.add(cost_sentence(array, part, cost), drawing);
}

void add_moment(Sheet& sheet, const Scene& scene, const Frame& frame)
{
    const std::size_t at = moment_in(scene, frame.line);
    sheet.tell(sentence(scene, scene.moments[at], false));       // a page asks its readers to predict counts
    if (wanted(frame, "threads")) sheet.add(threads_panel(scene), threads_at(scene, at, frame.thread));
    for (std::size_t i = 0; i < scene.arrays.size(); ++i)
        if (wanted(frame, scene.arrays[i].name)) sheet.add(panel_of(scene, i), marks_at(scene, i, at, frame.thread));
    if (std::ranges::find(frame.panels, "requests") != frame.panels.end()) add_requests(sheet, scene, scene.moments[at], std::max<std::int64_t>(frame.thread, 0) / kWarp);
}

}  // namespace

Frame frame_from(std::string_view text)
{
    std::vector<std::string> words = {""};
    std::size_t colons = 0;
    for (const char c : text) {
        if ((c == ':' && colons < 2) || (c == ',' && colons == 2)) words.emplace_back();
        else words.back() += c;
        colons += c == ':';
    }
    Frame frame;
    const auto read = [&](const std::string& word, auto& to) {
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), to);
        if (error != std::errc() || end != word.data() + word.size()) throw Unreadable(fmt::format("\"{}\" is no number in \"{}\"", word, text));
    };
    if (words[0] != "*") read(words[0], frame.line);
    if (words.size() > 1) read(words[1], frame.thread);
    if (words[0] == "*" && frame.thread < 0) throw Unreadable(fmt::format("\"{}\" names no thread", text));
    if (words.size() > 2) frame.panels.assign(words.begin() + 2, words.end());
    return frame;
}

std::string picture(const Scene& scene, const std::vector<Frame>& frames)
{
    Sheet sheet;
    const std::string title = fmt::format("{}, {}: block ({},{}) of a grid of ({},{}), {} threads", scene.function, scene.call, scene.block[0],
                                          scene.block[1], scene.grid[0], scene.grid[1], scene.threads());
    sheet.tell(title);
    for (const Frame& frame : frames) {
        if (frame.line == 0) add_life(sheet, scene, frame);
        else add_moment(sheet, scene, frame);
    }
    return sheet.text(title);
}

}  // namespace halo::show
