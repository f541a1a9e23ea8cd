#include "show/frame.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "show/scene.hpp"

namespace halo::show {

using Json = nlohmann::json;

namespace {

/// One of two words.
template <class Choice>
void choose(const Json& json, const char* key, const std::map<std::string, Choice>& choices, Choice& to)
{
    if (!json.contains(key)) return;
    const auto found = choices.find(json.at(key).get<std::string>());
    if (found == choices.end()) throw Unreadable(fmt::format("`{}` cannot be \"{}\"", key, json.at(key).get<std::string>()));
    to = found->second;
}

Frame frame_from(const Json& json)
{
    static const std::set<std::string> known = {"scene", "title", "line", "round", "thread", "threads", "warp", "colours", "words", "panels", "parts", "bars", "cell", "beside"};
    for (const auto& [key, value] : json.items())
        if (!known.contains(key)) throw Unreadable(fmt::format("a frame has no `{}`", key));
    Frame frame;
    frame.scene = json.at("scene");
    frame.title = json.value("title", "");
    frame.line = json.value("line", 0);
    frame.round = json.value("round", 1);
    frame.threads = json.value("threads", frame.threads);
    if (json.contains("thread")) frame.threads = {json.at("thread").get<std::int64_t>()};
    frame.warp = json.value("warp", frame.warp);
    choose(json, "colours", std::map<std::string, Colours>{{"accesses", Colours::accesses}, {"steps", Colours::steps}}, frame.colours);
    choose(json, "words", std::map<std::string, Words>{{"thread", Words::thread}, {"value", Words::value}}, frame.words);
    frame.panels = json.value("panels", frame.panels);
    if (json.contains("parts"))
        for (const auto& [name, part] : json.at("parts").items()) frame.parts[name] = {part.at("rows"), part.at("columns")};
    frame.bars = json.value("bars", true);
    frame.cell = json.value("cell", 0);
    frame.beside = json.value("beside", false);
    return frame;
}

}  // namespace

std::vector<Frame> frames_from_json(std::string_view text)
try {
    std::vector<Frame> frames;
    for (const Json& frame : Json::parse(text)) frames.push_back(frame_from(frame));
    return frames;
} catch (const Json::exception& wrong) {
    throw Unreadable(wrong.what());
}

}  // namespace halo::show
