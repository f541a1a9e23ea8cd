#include "show/page.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/story.hpp"

namespace halo::show {

using Json = nlohmann::json;

namespace {

/// Texts that many warps share, kept once.
class Texts {
public:
    int number(std::string text)
    {
        const auto [known, added] = numbers_.try_emplace(std::move(text), int(texts_.size()));
        if (added) texts_.push_back(known->first);
        return known->second;
    }
    const std::vector<std::string>& all() const { return texts_; }

private:
    std::map<std::string, int> numbers_;
    std::vector<std::string> texts_;
};

std::string drawn_request(const Array& array, const Part& part, std::int64_t warp)
{
    const Drawing drawing = request_drawing(array, part, warp);
    return drawing.inside.empty() ? "" : svg(drawing, "class=\"request\" aria-hidden=\"true\"");
}

Json three(const Three& t) { return {t[0], t[1], t[2]}; }

Json json(const Scene& scene, const Part& part, Texts& texts, Texts& drawings)
{
    const Array& array = scene.arrays[part.array];
    Json touches = Json::array(), warps = Json::object();
    for (const Touch& t : part.touches) touches.push_back({t.thread, t.element, t.count, t.value, int(t.blank), t.kept});
    for (const Cost& cost : part.costs)
        warps[std::to_string(cost.warp)] = {texts.number(cost_sentence(array, part, cost)), drawings.number(drawn_request(array, part, cost.warp))};
    return {{"array", part.array}, {"stores", part.stores}, {"touches", touches}, {"warps", warps}};
}

/// Moments in which the two threads of the race touch its element.
Json json(const Scene& scene, const Race& race)
{
    Json moments = Json::array();
    for (std::size_t who = 0; who < 2; ++who) {
        int found = -1;
        for (std::size_t m = 0; m < scene.moments.size() && found < 0; ++m)
            for (const Part& part : scene.moments[m].parts)
                for (const Touch& t : part.touches)
                    if (scene.moments[m].line == race.lines[who] && part.array == race.array && t.thread == race.threads[who]
                        && t.element <= race.element && race.element < t.element + t.count)
                        found = int(m);
        moments.push_back(found);
    }
    return {{"array", race.array}, {"element", race.element}, {"threads", race.threads}, {"moments", moments}};
}

/// The arrays in global memory to which the block stores.
std::set<std::size_t> outputs_of(const Scene& scene)
{
    std::set<std::size_t> outputs;
    for (const Moment& moment : scene.moments)
        for (const Part& part : moment.parts)
            if (part.stores && scene.arrays[part.array].memory == Memory::global) outputs.insert(part.array);
    return outputs;
}

/// Everything that the script needs; `</` cannot end the element that holds it.
std::string data_of(const Scene& scene)
{
    Texts texts, drawings;
    Json arrays = Json::array(), moments = Json::array();
    for (const Array& a : scene.arrays) arrays.push_back({{"name", a.name}, {"shape", a.shape}, {"lanes", a.memory == Memory::lanes}});
    for (const Moment& moment : scene.moments) {
        Json parts = Json::array();
        for (const Part& part : moment.parts) parts.push_back(json(scene, part, texts, drawings));
        moments.push_back({{"line", moment.line}, {"round", moment.round}, {"rounds", moment.rounds}, {"sentence", sentence(scene, moment)}, {"parts", parts}});
    }
    Json data = {{"arrays", arrays}, {"moments", moments}, {"shape", three(scene.block_shape)}, {"thread", scene.thread}};
    data["texts"] = texts.all();
    data["drawings"] = drawings.all();
    if (scene.race) data["race"] = json(scene, *scene.race);
    data["outputs"] = outputs_of(scene);
    if (scene.footprint) data["wrong"] = scene.footprint->element;
    std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos;) text.replace(at, 2, "<\\/");
    return text;
}

/// The kernel's lines: from its `__global__`, or a few before the first moment, to the `}` after the last.
std::string code_of(const Scene& scene)
{
    std::vector<std::string> lines = {""};
    for (const char c : scene.source) {
        if (c == '\n') lines.emplace_back();
        else lines.back() += c;
    }
    int first = int(lines.size()), last = 0;
    for (const Moment& moment : scene.moments)
        if (moment.line > 0) first = std::min(first, moment.line), last = std::max(last, moment.line);
    if (last == 0) return {};
    const auto line = [&](int n) -> const std::string& { return lines[std::size_t(n - 1)]; };
    const int lowest = std::max(1, first - 40);
    int begin = first;
    while (begin > lowest && !line(begin).starts_with("__global__")) --begin;
    if (!line(begin).starts_with("__global__")) begin = std::max(1, first - 3);
    int end = std::min(last, int(lines.size()));
    while (end < int(lines.size()) && end < last + 10 && !line(end).starts_with("}")) ++end;
    std::string out;
    for (int n = begin; n <= end; ++n) out += fmt::format("<li data-line=\"{}\"><span class=\"n\">{}</span><code>{}</code></li>\n", n, n, escaped(line(n)));
    return out;
}

std::string figure(const Panel& panel, const std::string& id)
{
    return fmt::format("<figure class=\"panel\"><figcaption>{}{}</figcaption>{}</figure>\n", escaped(panel.title),
                       panel.note.empty() ? "" : " <small>" + escaped(panel.note) + "</small>", svg(panel_drawing(panel, {}), fmt::format("id=\"{}\" role=\"img\" aria-label=\"{}\"", id, escaped(panel.title))));
}

std::string panels_of(const Scene& scene)
{
    std::string out = figure(threads_panel(scene), "threads");
    for (std::size_t i = 0; i < scene.arrays.size(); ++i) out += figure(panel_of(scene, i), fmt::format("array{}", i));
    return out;
}

std::string story_of(const Scene& scene)
{
    std::string out;
    for (const Moment& moment : scene.moments) out += fmt::format("<li>{}</li>\n", escaped(sentence(scene, moment)));
    if (scene.left_out > 0) out += fmt::format("<li>{} more instructions are not shown.</li>\n", scene.left_out);
    return out;
}

std::string head_of(const Scene& scene)
{
    const Three& b = scene.block;
    const Three& g = scene.grid;
    std::string out = fmt::format("<h1>{}</h1>\n<p class=\"call\">{} · {} · block ({},{}) of a grid of ({},{}) · {} threads</p>\n", escaped(scene.function),
                                  escaped(scene.lab), escaped(scene.call), b[0], b[1], g[0], g[1], scene.threads());
    if (scene.passed()) return out + "<p class=\"verdict passed\">passed</p>\n";
    out += fmt::format("<p class=\"verdict failed\">{}</p>\n<div class=\"told\">\n<pre>{}</pre>\n", escaped(scene.verdict), escaped(scene.message));
    if (scene.footprint) out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg(footprint_drawing(*scene.footprint), "class=\"footprint\" role=\"img\" aria-label=\"products of the wrong output, as due and as computed\""), escaped(scene.footprint->sentence));
    return out + "</div>\n";
}

constexpr std::string_view kPage = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<header>
{head}</header>
<main>
<section class="controls" aria-label="moments">
<p class="buttons">
<button type="button" id="first">first</button>
<button type="button" id="back">&#8592; back</button>
<output id="count"></output>
<button type="button" id="next">next &#8594;</button>
<button type="button" id="last">last</button>
<span id="race"></span>
</p>
<p id="sentence" role="status" aria-live="polite"></p>
<p class="buttons"><label>follow thread <input id="thread" type="number" min="0" max="{most}"></label> <span id="name"></span></p>
<p id="mine" role="status" aria-live="polite"></p>
<div id="requests"></div>
<p class="keys">Keys: left and right arrow for moments, up and down for threads. Click a thread to follow it.</p>
</section>
<section class="panels" aria-label="memory">
{panels}</section>
<section class="code" aria-label="{file}">
<h2>{file}</h2>
<ol tabindex="0" aria-label="kernel">
{code}</ol>
</section>
<section class="story">
<h2>All moments</h2>
<ol id="story" tabindex="0" aria-label="all moments">
{story}</ol>
</section>
<section class="legend">
<h2>Colours</h2>
<ul>
<li><span class="key read"></span> is loaded now</li>
<li><span class="key stored"></span> is stored now</li>
<li><span class="key blank"></span> is stored now by a thread that loads nothing: 0 for a ghost element</li>
<li><span class="key had"></span> was stored before</li>
<li><span class="key kept"></span> is loaded now, but was kept from an earlier round: its line has filled other elements since</li>
<li><span class="key mine"></span> by the thread that you follow</li>
<li><span class="key ghost"></span> a ghost element: outside the array</li>
<li><span class="key race"></span> the element of the race, or the wrong output</li>
<li><span class="key tick"></span> here a sector of 32 bytes begins; among the threads, a warp</li>
</ul>
</section>
</main>
<noscript><p>Without its script this page lists all moments, and steps through none.</p></noscript>
<script type="application/json" id="data">{data}</script>
<script>
{script}</script>
</body>
</html>
)";

}  // namespace

std::string page(const Scene& scene, std::string_view style, std::string_view script)
{
    const std::map<std::string, std::string> parts = {
        {"title", escaped(scene.function + ": " + scene.verdict)}, {"style", std::string(style)}, {"head", head_of(scene)},
        {"most", std::to_string(scene.threads() - 1)}, {"panels", panels_of(scene)}, {"file", escaped(scene.file)}, {"code", code_of(scene)},
        {"story", story_of(scene)}, {"data", data_of(scene)}, {"script", std::string(script)},
    };
    std::string out;
    for (std::size_t at = 0; at < kPage.size();) {
        const std::size_t open = kPage.find('{', at), close = kPage.find('}', open);
        if (open == std::string_view::npos) return out + std::string(kPage.substr(at));
        out += kPage.substr(at, open - at);
        out += parts.at(std::string(kPage.substr(open + 1, close - open - 1)));
        at = close + 1;
    }
    return out;
}

}  // namespace halo::show
