#include "harness/wire/history_reader.hpp"

#include "harness/wire/json_fields.hpp"

namespace halo::lab {

namespace {

constexpr std::size_t kMostLoads = 4096;                // of one thread; more are not shown
constexpr std::size_t kMostSteps = 4096;                // of one call

Stored stored(const Json& from, const std::string& name)
{
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name + ": ");
    Stored s;
    fields.read("kernel", s.kernel);
    fields.read("at", s.at);
    fields.read("access", s.access, Access::atomic);
    fields.read("launch", s.launch, 0, kAnyUnsigned);
    fields.read("block", s.block, kMostBlocks);
    fields.read("thread", s.thread, kMostThreads - 1);
    fields.read("block_shape", s.block_shape, kMostThreads);
    fields.read("grid", s.grid, kMostBlocks);
    fields.read("times", s.times, 0, kMostCounted);
    fields.read("several_threads", s.several_threads);
    fields.read("first_at", s.first_at);
    fields.read("first_block", s.first_block, kMostBlocks);
    fields.read("first_thread", s.first_thread, kMostThreads - 1);
    fields.read("copied", s.copied);
    return s;
}

void read_load(const Fields& fields, Load& l)
{
    fields.read("at", l.at);
    fields.read("space", l.space, kLastSpace);
    fields.read("texture", l.texture);
    fields.read("array", l.array);
    fields.read("index", l.index, -kMostElements);
    fields.read("shape", l.shape, 0);
    fields.read("value", l.value);
    fields.read("is_float", l.is_float);
    fields.read("bytes", l.bytes, 0, kAnyUnsigned);
}

Loaded loaded(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("load {}", number + 1);
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name + ": ");
    Loaded l;
    read_load(fields, l);
    fields.read("stores_between", l.stores_between, 0, kAnyUnsigned);
    const auto origin = from.find("origin");
    if (origin == from.end()) return l;
    if (!origin->is_object()) refuse(name + ": origin", *origin);
    const Fields of_origin(*origin, name + ": origin: ");
    of_origin.read("at", l.origin.emplace().at);
    of_origin.read("thread", l.origin->thread, kMostThreads - 1);
    if (const auto load = origin->find("load"); load != origin->end()) {
        if (!load->is_object()) refuse(name + ": origin: load", *load);
        read_load(Fields(*load, name + ": origin: load: "), l.origin->load.emplace());
    }
    return l;
}

void read_side(const Json& step, const char* which, const std::string& name, CopySide& s)
{
    const auto found = step.find(which);
    if (found == step.end()) return;
    if (!found->is_object()) refuse(name + which, *found);
    const Fields fields(*found, name + which + ": ");
    fields.read("array", s.array);
    fields.read("bytes", s.bytes, 0, kMostElements);
    fields.read("on_host", s.on_host);
}

HostStep host_step(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("step {}: ", number + 1);
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name);
    HostStep s;
    fields.read("at", s.at);
    fields.read("kernel", s.kernel);
    read_side(from, "target", name, s.target);
    read_side(from, "source", name, s.source);
    fields.read("copied", s.copied, 0, kMostElements);
    return s;
}

}  // namespace

History history_from(const Json& from)
{
    if (!from.is_object()) refuse("history", from);
    const Fields fields(from, "history: ");
    History h;
    fields.read("store_line", h.store_line, 0, kMostLines);
    fields.read("by_several", h.by_several, 0, kMostCounted);
    fields.read("element", h.element, 0, kMostElements);
    if (const auto found = from.find("stored"); found != from.end()) h.stored = stored(*found, "history: stored");
    if (const auto found = from.find("twice"); found != from.end()) h.twice = stored(*found, "history: twice");
    if (const auto found = from.find("loads"); found != from.end()) {
        if (!found->is_array()) refuse("history: loads", *found);
        for (std::size_t i = 0; i < found->size() && i < kMostLoads; ++i) h.loads.push_back(loaded((*found)[i], i));
    }
    if (const auto found = from.find("steps"); found != from.end()) {
        if (!found->is_array()) refuse("history: steps", *found);
        for (std::size_t i = 0; i < found->size() && i < kMostSteps; ++i) h.steps.push_back(host_step((*found)[i], i));
    }
    return h;
}

}  // namespace halo::lab
