#include "harness/student/scene.hpp"

#include <array>
#include <string_view>

#include "harness/wire/json_object.hpp"

namespace halo::lab {
namespace {

std::string_view name_of(Access access) { return access == Access::read ? "load" : access == Access::write ? "store" : "atomic"; }
std::string_view name_of(Space space)
{
    constexpr std::array<std::string_view, 4> names = {"global", "shared", "constant", "host"};
    return names.at(std::size_t(space));
}

Json three(const Index3& i) { return Json::array({i.x, i.y, i.z}); }

Json json(const TracedArray& a)
{
    return object({{"name", a.name}, {"space", a.lanes ? "lanes" : name_of(a.space)}, {"texture", a.texture}, {"shape", a.shape}, {"element_bytes", a.element_bytes},
                   {"start", a.start}});
}

/// The numbers of all threads, four for each: most of the text.
Json json(const std::vector<TracedThread>& threads)
{
    Json out = Json::array();
    for (const TracedThread& t : threads) out.push_back({t.thread, t.element, t.elements, t.value});
    return out;
}

Json json(const std::vector<TracedWarp>& warps)
{
    Json out = Json::array();
    for (const TracedWarp& w : warps) out.push_back({w.warp, w.sectors, w.fewest_sectors, w.bank_conflicts});
    return out;
}

/// Of a copy, both sides: the array, and whether it is in the host's memory.
Json host_json(const HostStep& step)
{
    if (!step.kernel.empty()) return object({{"kernel", step.kernel}});
    return object({{"from", {step.source.array, step.source.on_host}}, {"to", {step.target.array, step.target.on_host}}, {"bytes", step.copied}});
}

Json json(const Footprint& f)
{
    Json marks = Json::array();
    for (const Mark mark : f.marks) marks.push_back(name(mark));
    return object({{"output", f.output}, {"element", f.element}, {"columns", f.columns}, {"marks", marks}, {"sentence", sentence(f)},
                   {"key", drawing(f)}, {"wrong", f.wrong}});
}

Json race_json(const Finding& race)
{
    return object({{"array", race.array}, {"space", name_of(race.space)}, {"index", race.index}, {"line", race.at.line}, {"other_line", race.other.line},
                   {"thread", three(race.thread)}, {"other_thread", three(race.other_thread)}, {"same_block", race.block == race.other_block}});
}

Json json(const Geometry& g)
{
    Json matrices = Json::array();
    for (const Matrix& m : g.matrices) matrices.push_back(object({{"rows", m.rows}, {"row", m.row}, {"across", m.across}, {"name", m.name}}));
    return object({{"radius", g.radius}, {"tile", g.tile}, {"filter", g.filter}, {"matrices", matrices}});
}

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string trace_json(const BlockTrace& trace)
{
    Json arrays = Json::array(), steps = Json::array(), host = Json::array();
    for (const HostStep& step : trace.host) host.push_back(host_json(step));
    for (const TracedArray& array : trace.arrays) arrays.push_back(json(array));
    for (const TracedStep& s : trace.steps)
        steps.push_back(object({{"line", s.at.line}, {"path", s.path}, {"barriers", s.barriers}, {"access", name_of(s.access)}, {"array", s.array},
                                {"threads", json(s.threads)}, {"warps", json(s.warps)}}));
    return text(object({{"kernel", trace.kernel}, {"grid", three(trace.grid)}, {"block_shape", three(trace.block_shape)},
                        {"block", three(trace.block)}, {"arrays", arrays}, {"steps", steps}, {"barriers", trace.barriers},
                        {"host", host}, {"left_out", trace.left_out}}));
}

std::string scene_json(const Scene& scene, std::string_view trace)
{
    Json out = object({{"lab", scene.lab}, {"function", scene.function}, {"file", scene.file}, {"call", scene.call}, {"verdict", scene.verdict},
                       {"message", scene.message}, {"geometry", json(scene.geometry)}, {"source", scene.source}});
    out["output"] = object({{"name", scene.output.name}, {"array", scene.output.array}, {"row", scene.output.row()}, {"across", scene.output.across}});
    if (scene.race) out["race"] = race_json(*scene.race);
    if (scene.footprint) out["footprint"] = json(*scene.footprint);
    if (scene.thread) out["thread"] = three(*scene.thread);
    out["trace"] = Json::parse(trace);
    return text(out);
}

}  // namespace halo::lab
