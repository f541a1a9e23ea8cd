// show SCENE.json PAGE.html ASSETS    draws a run as a page; ASSETS: the folder with page.css and page.js
// show --picture FRAMES.json OUT.svg         draws a picture; FRAMES.json: see frame.hpp

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "show/page.hpp"
#include "show/picture.hpp"
#include "show/scene.hpp"

namespace {

std::optional<std::string> text_of(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in) return {};
    return std::string(std::istreambuf_iterator<char>(in), {});
}

int fail(const std::string& what, const std::string& where, const std::string& attempt)
{
    std::fprintf(stderr, "%s\n  where: %s\n  try:   %s\n", what.c_str(), where.c_str(), attempt.c_str());
    return 2;
}

/// A text that must be there. Throws Unreadable.
std::string needed(const std::string& file)
{
    auto text = text_of(file);
    if (!text) throw halo::show::Unreadable("there is no file " + file);
    return std::move(*text);
}

std::string drawn(const std::string& json)
{
    const std::vector<halo::show::Frame> frames = halo::show::frames_from_json(json);
    std::map<std::string, halo::show::Scene> scenes;
    for (const halo::show::Frame& frame : frames)
        if (!scenes.contains(frame.scene)) scenes.emplace(frame.scene, halo::show::scene_from_json(needed(frame.scene)));
    return halo::show::picture(scenes, frames);
}

}  // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool as_picture = !words.empty() && words.front() == "--picture";
    if (as_picture) words.erase(words.begin());
    if (words.size() != (as_picture ? 2u : 3u))
        return fail("show needs other arguments", "its command line", "show SCENE.json PAGE.html ASSETS, or show --picture FRAMES.json OUT.svg");
    const auto json = text_of(words[0]);
    if (!json) return fail("there is no such file", words[0], "make show");
    std::string text;
    try {
        if (as_picture) {
            text = drawn(*json);
        } else {
            const halo::show::Scene scene = halo::show::scene_from_json(*json);
            const auto style = text_of(words[2] + "/page.css"), script = text_of(words[2] + "/page.js");
            if (!style || !script) return fail("page.css or page.js is missing", words[2], "restore the files: git checkout");
            text = halo::show::page(scene, *style, *script);
        }
    } catch (const halo::show::Unreadable& wrong) {
        return fail("this cannot be drawn", words[0] + ": " + wrong.what(), as_picture ? "a line in which threads load or store" : "make show");
    }
    std::ofstream out(words[1], std::ios::binary);
    out << text;
    return out.flush() ? 0 : fail("the drawing could not be written", words[1], "is the disk full?");
}
