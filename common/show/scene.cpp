#include "show/scene.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace halo::show {

using Json = nlohmann::json;

namespace {

/// One instruction of the block, before those of a line are put together.
struct Instruction {
    int line = 0;
    std::uint32_t path = 0;
    std::size_t barriers = 0;
    Part part;
};

Three three(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

/// Gives an array in global memory the rows that the lab's contract knows.
void give_rows(Array& array, const Json& geometry)
{
    if (array.shape.size() != 1 || array.memory != Memory::global) return;
    for (const Json& m : geometry.at("matrices")) {
        const std::int64_t rows = m.at("rows"), row = m.at("row"), across = m.at("across");
        if (rows * row != array.shape[0] || rows < 2 || array.name.find(m.at("name").get<std::string>()) == std::string::npos) continue;
        array.across = across;
        array.shape = {rows, row / across};
        if (across > 1) array.shape.push_back(across);
        return;
    }
}

Array array_from(const Json& json, const Json& geometry)
{
    const std::string space = json.at("space");
    Array out;
    out.name = json.at("name");
    out.memory = space == "shared" ? Memory::shared : space == "constant" ? Memory::constant : space == "lanes" ? Memory::lanes : Memory::global;
    out.texture = json.at("texture");
    out.shape = json.at("shape").get<std::vector<std::int64_t>>();
    out.element_bytes = json.at("element_bytes");
    out.start = json.at("start");
    give_rows(out, geometry);
    return out;
}

Part part_from(const Json& json)
{
    Part part{.array = json.at("array"), .stores = json.at("access") != "load", .touches = {}, .costs = {}};
    for (const Json& t : json.at("threads")) part.touches.push_back({t.at(0), t.at(1), t.at(2), t.at(3).is_number() ? t.at(3).get<double>() : 0.0});
    for (const Json& w : json.at("warps")) part.costs.push_back({w.at(0), w.at(1), w.at(2), w.at(3)});
    return part;
}

HostCall host_call_from(const Json& json)
{
    if (const auto kernel = json.find("kernel"); kernel != json.end()) return {.kernel = *kernel, .from = {}, .to = {}};
    const auto side = [&](const char* name) { return HostCall::Side{json.at(name).at(0), json.at(name).at(1)}; };
    return {.kernel = {}, .from = side("from"), .to = side("to"), .bytes = json.at("bytes")};
}

/// Instructions that follow each other in one line, in the same rounds of its loops, are one moment.
std::vector<Moment> moments_of(const std::vector<Instruction>& instructions, const std::vector<int>& barriers)
{
    std::vector<Moment> moments;
    std::size_t passed = 0;
    const Instruction* before = nullptr;
    for (const Instruction& one : instructions) {
        for (; passed < std::min(one.barriers, barriers.size()); before = nullptr) moments.push_back({.line = barriers[passed++], .parts = {}});
        if (before == nullptr || before->line != one.line || before->path != one.path || before->barriers != one.barriers)
            moments.push_back({.line = one.line, .parts = {}});
        moments.back().parts.push_back(one.part);
        before = &one;
    }
    while (passed < barriers.size()) moments.push_back({.line = barriers[passed++], .parts = {}});
    return moments;
}

/// Numbers the moments of a line that has several between two barriers.
void number_rounds(std::vector<Moment>& moments)
{
    for (auto begin = moments.begin(); begin != moments.end();) {
        const auto end = std::find_if(begin, moments.end(), [](const Moment& m) { return m.barrier(); });
        std::map<int, int> rounds, all;
        for (auto m = begin; m != end; ++m) ++all[m->line];
        for (auto m = begin; m != end; ++m)
            if (all[m->line] > 1) m->round = ++rounds[m->line], m->rounds = all[m->line];
        begin = end == moments.end() ? end : end + 1;
    }
}

/// Which threads store to shared memory what they did not load.
void mark_blanks(Moment& moment, const std::vector<Array>& arrays)
{
    std::set<std::int64_t> loading;
    for (const Part& part : moment.parts)
        if (!part.stores && arrays[part.array].memory == Memory::global)
            for (const Touch& touch : part.touches) loading.insert(touch.thread);
    for (Part& part : moment.parts)
        if (part.stores && arrays[part.array].memory == Memory::shared && !loading.empty())
            for (Touch& touch : part.touches) touch.blank = !loading.contains(touch.thread);
}

/// Which loads find an element of a shared array that is left from an earlier round: a line stored it, and after a barrier the same line stored
/// others, but not this one.
class Rounds {
public:
    void barrier() { ++epoch_; }
    void store(std::size_t array, const Touch& touch, int line, int moment)
    {
        for (std::int64_t e = touch.element; e < touch.element + touch.count; ++e) stored_[{array, e}] = {line, moment, epoch_};
        newest_[{array, line}] = epoch_;
    }
    /// The moment that stored it; -1: it is none of these.
    int kept(std::size_t array, const Touch& touch) const
    {
        const auto store = stored_.find({array, touch.element});
        if (store == stored_.end()) return -1;
        return newest_.at({array, store->second.line}) > store->second.epoch ? store->second.moment : -1;
    }

private:
    struct Store {
        int line = 0, moment = 0, epoch = 0;
    };
    int epoch_ = 0;
    std::map<std::pair<std::size_t, std::int64_t>, Store> stored_;
    std::map<std::pair<std::size_t, int>, int> newest_;
};

void mark_kept(Scene& scene)
{
    Rounds rounds;
    for (std::size_t m = 0; m < scene.moments.size(); ++m) {
        Moment& moment = scene.moments[m];
        if (moment.barrier()) rounds.barrier();
        for (const bool stores : {false, true})             // a line loads before it stores
            for (Part& part : moment.parts) {
                if (part.stores != stores || scene.arrays[part.array].memory != Memory::shared) continue;
                for (Touch& touch : part.touches) {
                    if (stores) rounds.store(part.array, touch, moment.line, int(m));
                    else touch.kept = rounds.kept(part.array, touch);
                }
            }
    }
}

std::int64_t linear(const Three& thread, const Three& shape) { return thread[0] + shape[0] * (thread[1] + shape[1] * thread[2]); }

std::optional<Race> race_from(const Json& json, const Scene& scene)
{
    if (!json.at("same_block").get<bool>()) return {};
    const std::string name = json.at("array");
    const auto index = json.at("index").get<std::vector<std::int64_t>>();
    for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
        const Array& array = scene.arrays[i];
        if (array.name != name) continue;
        Race race{.array = i, .threads = {linear(three(json.at("thread")), scene.block_shape), linear(three(json.at("other_thread")), scene.block_shape)},
                  .lines = {json.at("line"), json.at("other_line")}};
        for (std::size_t d = 0; d < index.size(); ++d) race.element = race.element * (d < array.shape.size() ? array.shape[d] : 1) + index[d];
        return race;
    }
    return {};
}

/// The thread that stored this element of an array in global memory last.
std::optional<std::int64_t> storing_thread(const Scene& scene, std::int64_t element)
{
    std::optional<std::int64_t> thread;
    for (const Moment& moment : scene.moments)
        for (const Part& part : moment.parts)
            if (part.stores && scene.arrays[part.array].memory == Memory::global)
                for (const Touch& touch : part.touches)
                    if (touch.element <= element && element < touch.element + touch.count) thread = touch.thread;
    return thread;
}

/// The first thread that stores an output: threads that only load come before it.
std::optional<std::int64_t> first_storing_thread(const Scene& scene)
{
    for (auto moment = scene.moments.rbegin(); moment != scene.moments.rend(); ++moment)
        for (const Part& part : moment->parts)
            if (part.stores && scene.arrays[part.array].memory == Memory::global && !part.touches.empty()) return part.touches.front().thread;
    return {};
}

Scene scene_from(const Json& json)
{
    Scene scene;
    for (auto [name, target] : {std::pair{"lab", &scene.lab}, {"function", &scene.function}, {"file", &scene.file}, {"call", &scene.call},
                                {"verdict", &scene.verdict}, {"message", &scene.message}, {"source", &scene.source}})
        *target = json.at(name).get<std::string>();
    const Json& trace = json.at("trace");
    scene.kernel = trace.at("kernel");
    scene.grid = three(trace.at("grid"));
    scene.block_shape = three(trace.at("block_shape"));
    scene.block = three(trace.at("block"));
    scene.radius = json.at("geometry").at("radius");
    scene.left_out = trace.at("left_out");
    for (const Json& array : trace.at("arrays")) scene.arrays.push_back(array_from(array, json.at("geometry")));
    for (const Json& call : trace.at("host")) scene.host.push_back(host_call_from(call));
    std::vector<Instruction> instructions;
    for (const Json& step : trace.at("steps")) {
        instructions.push_back({step.at("line"), step.at("path"), step.at("barriers"), part_from(step)});
        if (instructions.back().part.array >= scene.arrays.size()) throw Unreadable("a step names an array that is not listed");
    }
    scene.moments = moments_of(instructions, trace.at("barriers").get<std::vector<int>>());
    number_rounds(scene.moments);
    for (Moment& moment : scene.moments) mark_blanks(moment, scene.arrays);
    mark_kept(scene);
    if (const auto race = json.find("race"); race != json.end()) scene.race = race_from(*race, scene);
    if (const auto f = json.find("footprint"); f != json.end())
        scene.footprint = Footprint{f->at("sentence"), f->at("element"), f->at("columns"), f->at("marks").get<std::vector<std::string>>()};

    scene.thread = first_storing_thread(scene).value_or(0);
    if (scene.footprint) scene.thread = storing_thread(scene, scene.footprint->element).value_or(scene.thread);
    if (const auto thread = json.find("thread"); thread != json.end()) scene.thread = linear(three(*thread), scene.block_shape);
    if (scene.race) scene.thread = scene.race->threads[0];
    return scene;
}

}  // namespace

std::int64_t Array::elements() const
{
    std::int64_t n = 1;
    for (const std::int64_t extent : shape) n *= extent;
    return n;
}

std::string Array::element(std::int64_t flat) const
{
    std::string subscripts;
    for (std::size_t d = shape.size(); d-- > 1; flat /= shape[d]) subscripts.insert(0, fmt::format("[{}]", flat % shape[d]));
    return fmt::format("{}[{}]{}", name.empty() ? "?" : name, flat, subscripts);
}

std::string Scene::thread_name(std::int64_t n) const
{
    const std::int64_t x = n % block_shape[0], y = n / block_shape[0] % block_shape[1], z = n / block_shape[0] / block_shape[1];
    return block_shape[2] > 1 ? fmt::format("({},{},{})", x, y, z) : fmt::format("({},{})", x, y);
}

Scene scene_from_json(std::string_view text)
try {
    return scene_from(Json::parse(text));
} catch (const Json::exception& wrong) {
    throw Unreadable(wrong.what());
}

}  // namespace halo::show
