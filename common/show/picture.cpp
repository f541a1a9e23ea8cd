#include "show/picture.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/look.hpp"
#include "show/sheet.hpp"
#include "show/story.hpp"

namespace halo::show {

namespace {

constexpr int kMost = kMostWidth - 2 * kMargin;

/// What one thread does, from its first access to its last.
std::string life_sentence(const Scene& scene, std::int64_t thread)
{
    std::string out = fmt::format("thread {} ", scene.thread_name(thread)), between;
    for (const bool stores : {false, true})
        for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
            const Marks touched = life_of(scene, i, thread, stores);
            if (touched.empty()) continue;
            const std::string what = touched.size() == 1 ? scene.arrays[i].element(touched.begin()->first) : fmt::format("{} elements of {}", touched.size(), scene.arrays[i].name);
            out += fmt::format("{}{} {}", between, stores ? "stores to" : "loads", what);
            between = ", ";
        }
    if (between.empty()) throw Unreadable(fmt::format("thread {} does nothing", thread));
    return out + ".";
}

std::string caption(const Scene& scene, const Frame& frame, const Moment* moment)
{
    if (!frame.title.empty()) return frame.title;
    if (moment != nullptr) return sentence(scene, *moment, false);       // a page asks its readers to predict counts
    return frame.threads.size() == 1 ? life_sentence(scene, frame.threads.front()) : "";
}

struct Shown {
    std::string title, note;
    Drawing drawing;
};

Shown shown(const Frame& frame, const std::string& name, Panel panel, Look look, Looks& looks)
{
    if (const auto part = frame.parts.find(name); part != frame.parts.end()) panel = cropped(panel, part->second.rows, part->second.columns);
    look.cell = frame.cell > 0 ? frame.cell : widest_cell(panel, kMost);
    look.bars = frame.bars;
    if (frame.bars && std::ranges::any_of(panel.cells, &Cell::begins_unit))
        looks.say("bar", "", name == "threads" ? "a warp of 32 threads begins" : "a sector of 32 bytes begins");
    return {panel.title, panel.note, panel_drawing(panel, look)};
}

/// Of the followed warp, or the followed thread's.
void add_requests(std::vector<Shown>& to, const Scene& scene, const Frame& frame, const Moment& moment)
{
    const std::int64_t warp = frame.warp >= 0 ? frame.warp : frame.threads.empty() ? 0 : frame.threads.front() / kWarp;
    for (const Part& part : moment.parts)
        for (const Cost& cost : part.costs)
            if (const Array& array = scene.arrays[part.array]; cost.warp == warp)
                if (Drawing drawing = request_drawing(array, part, warp); !drawing.inside.empty()) to.push_back({cost_sentence(array, part, cost), "", std::move(drawing)});
}

std::vector<std::string> panel_names(const Scene& scene, const Frame& frame)
{
    if (!frame.panels.empty()) return frame.panels;
    std::vector<std::string> names = {"threads"};
    for (const Array& array : scene.arrays) names.push_back(array.name);
    return names;
}

std::vector<Shown> panels_of(const Scene& scene, const Frame& frame, Looks& looks)
{
    constexpr std::string_view kMap = "map:", kBanks = "banks:";
    std::vector<Shown> out;
    for (const std::string& name : panel_names(scene, frame)) {
        const bool map = name.starts_with(kMap), banks = name.starts_with(kBanks);
        const auto array = std::ranges::find(scene.arrays, map ? name.substr(kMap.size()) : banks ? name.substr(kBanks.size()) : name, &Array::name);
        const auto number = std::size_t(array - scene.arrays.begin());
        if (name == "host") out.push_back({"", "", host_drawing(scene)});
        else if (name == "threads") out.push_back(shown(frame, name, threads_panel(scene), looks.of_threads(), looks));
        else if (name == "requests" && looks.moment() != nullptr) add_requests(out, scene, frame, *looks.moment());
        else if (array == scene.arrays.end()) throw Unreadable(fmt::format("{} has no array {} here", scene.function, name));
        else if (map) out.push_back({fmt::format("the block's part of {}", array->name), "", map_drawing(scene, number)});
        else out.push_back(shown(frame, name, banks ? banks_panel(scene, number) : panel_of(scene, number), looks.of_array(number), looks));
    }
    return out;
}

/// What run it is; of a second one, only what differs from the one before.
std::string run_of(const Scene& scene, const Scene* before)
{
    std::string out;
    const auto add = [&](const std::string& what) { out += (out.empty() ? "" : ", ") + what; };
    if (before == nullptr || before->function != scene.function) add(scene.function);
    if (before == nullptr || before->call != scene.call) add(scene.call);
    const bool other = before == nullptr || before->block != scene.block || before->grid != scene.grid || before->block_shape != scene.block_shape;
    if (!other) return out;
    return fmt::format("{}{}block ({},{}) of a grid of ({},{}), {} threads", out, out.empty() ? "" : ": ", scene.block[0], scene.block[1], scene.grid[0], scene.grid[1], scene.threads());
}

Drawing drawn(const Scene& scene, const Frame& frame, const std::string& run, Looks& looks)
{
    const std::vector<Shown> panels = panels_of(scene, frame, looks);
    int width = 0;
    for (const Shown& s : panels) width = std::max(width, s.drawing.width);
    Sheet sheet(frame.beside ? std::max(width, 200) : kMost);
    if (!run.empty()) sheet.tell(run, frame.beside ? "title" : "told");
    if (const std::string words = caption(scene, frame, looks.moment()); !words.empty()) sheet.tell(words, "told");
    for (const Shown& s : panels) {
        sheet.add(s.title, s.note, s.drawing);
        if (frame.beside) sheet.end_row();
    }
    return sheet.drawn();
}

/// The key: each colour or letter, and what it says.
void add_key(Sheet& sheet, const std::set<Sign>& signs)
{
    for (const Sign& sign : signs) {
        Look look{.marks = {{0, sign.classes}}, .words = {}};
        if (!sign.letter.empty()) look.words[0] = sign.letter;
        const Panel panel{.title = {}, .note = {}, .rows = 1, .columns = 1, .cells = {{.begins_unit = sign.classes == "bar"}}, .row_labels = {}};
        sheet.add("", "", key_drawing(panel, look, sign.says));
    }
}

}  // namespace

std::string picture(const std::map<std::string, Scene>& scenes, const std::vector<Frame>& frames)
{
    if (frames.empty()) throw Unreadable("there is no frame");
    Sheet sheet(kMost);
    std::set<Sign> signs;
    const Scene* before = nullptr;
    for (const Frame& frame : frames) {
        const Scene& scene = scenes.at(frame.scene);
        Looks looks(scene, frame);
        if (!frame.beside) sheet.end_row();
        sheet.add("", "", drawn(scene, frame, before == &scene ? "" : run_of(scene, before), looks));
        if (!frame.beside) sheet.end_row();
        signs.insert(looks.signs().begin(), looks.signs().end());
        before = &scene;
    }
    sheet.end_row();
    add_key(sheet, signs);
    return stand_alone(sheet.drawn(), run_of(scenes.at(frames.front().scene), nullptr));
}

}  // namespace halo::show
