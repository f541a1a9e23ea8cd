#include "show/picture.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/story.hpp"

namespace halo::show {

namespace {

constexpr int kMargin = 12, kTitle = 18, kLineHeight = 16;
constexpr std::size_t kLineLength = 92;         // characters of a sentence

// The colours of page/page.css, for a picture that stands alone.
constexpr std::string_view kStyle = R"(
.paper{fill:#fdfdfb}.cell{fill:#f0f2f4;stroke:#b9c0c7}.ghost{fill:none;stroke-dasharray:2 2}.had{fill:#f3cfa5}.read{fill:#2f7fd6}
.stored{fill:#c2571a}.blank{fill:#fdfdfb;stroke:#c2571a;stroke-width:2}.read.stored{fill:#2f7fd6;stroke:#c2571a;stroke-width:3}.mine{stroke:#000;stroke-width:3}.tick{stroke:#1c2024;stroke-width:1.5}
text{font:10px system-ui,sans-serif;fill:#1c2024}.label{fill:#5a6470;text-anchor:end}.title{font-size:12px;font-weight:600}.told{font-size:12px}
@media(prefers-color-scheme:dark){.paper{fill:#15181b}.cell{fill:#23282d;stroke:#4a525a}.ghost{fill:none}.had{fill:#6b4a2b}.read{fill:#4d9df2}
.stored{fill:#f08a45}.blank{fill:#15181b;stroke:#f08a45}.read.stored{fill:#4d9df2;stroke:#f08a45}.mine{stroke:#fff}.tick{stroke:#e7eaee}text{fill:#e7eaee}.label{fill:#a3adb8}}
)";

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

bool wanted(const Choice& choice, const std::string& name)
{
    return choice.arrays.empty() || std::ranges::find(choice.arrays, name) != choice.arrays.end();
}

/// Draws downwards.
class Sheet {
public:
    void add(const Panel& panel, const Marks& marks)
    {
        const std::string title = panel.title + (panel.note.empty() ? "" : ": " + panel.note);
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"title\">{}</text>\n", kMargin, y_ + 12, escaped(title));
        body_ += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", kMargin, y_ + kTitle, cells_svg(panel, marks));
        const Extent size = extent(panel);
        y_ += kTitle + size.height + kMargin / 2;
        width_ = std::max({width_, size.width + 2 * kMargin, int(title.size()) * 7 + 2 * kMargin});
    }

    void tell(const std::string& sentence)
    {
        for (const std::string& line : folded(sentence)) {
            body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"told\">{}</text>\n", kMargin, y_ + 12, escaped(line));
            y_ += kLineHeight;
            width_ = std::max(width_, int(line.size()) * 6 + 2 * kMargin);
        }
    }

    std::string text(const std::string& title) const
    {
        return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n"
                           "<title>{2}</title>\n<style>{3}</style>\n<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
                           width_, y_ + kMargin / 2, escaped(title), kStyle, body_);
    }

private:
    std::string body_;
    int y_ = kMargin, width_ = 0;
};

}  // namespace

Choice picture_from(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    Choice choice;
    const auto read = [&](std::size_t i, auto& to) {
        const auto [end, error] = std::from_chars(words[i].data(), words[i].data() + words[i].size(), to);
        if (error != std::errc() || end != words[i].data() + words[i].size()) throw Unreadable(fmt::format("{} is no number in {}", words[i], text));
    };
    read(0, choice.moment);
    if (words.size() > 1) read(1, choice.thread);
    for (std::size_t i = 2; i < words.size(); ++i) choice.arrays.emplace_back(words[i]);
    return choice;
}

std::string picture(const Scene& scene, const Choice& choice)
{
    if (choice.moment < 1 || choice.moment > scene.moments.size())
        throw Unreadable(fmt::format("there is no moment {}: there are {}", choice.moment, scene.moments.size()));
    const std::size_t at = choice.moment - 1;
    Sheet sheet;
    sheet.tell(fmt::format("{}, {}: block ({},{}), {} threads", scene.function, scene.call, scene.block[0], scene.block[1], scene.threads()));
    sheet.tell(sentence(scene, scene.moments[at]));
    if (wanted(choice, "threads")) sheet.add(threads_panel(scene), threads_at(scene, at, choice.thread));
    for (std::size_t i = 0; i < scene.arrays.size(); ++i)
        if (wanted(choice, scene.arrays[i].name)) sheet.add(panel_of(scene, i), marks_at(scene, i, at, choice.thread));
    return sheet.text(fmt::format("{}: {}", scene.function, sentence(scene, scene.moments[at])));
}

}  // namespace halo::show
