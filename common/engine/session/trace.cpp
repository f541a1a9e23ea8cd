// The recorded accesses of one block as instructions of its warps.

#include <algorithm>
#include <compare>
#include <list>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/memory/address_map.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "engine/session/recorded_names.hpp"
#include "engine/session/session.hpp"
#include "engine/session/source.hpp"
#include "engine/watch/recorder.hpp"
#include "engine/watch/traffic.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kMostSteps = 4000;

using Accesses = std::vector<const RecordedAccess*>;

/// What a thread did: an access, or a value taken from another lane.
struct Event {
    const RecordedAccess* access = nullptr;
    const RecordedExchange* exchange = nullptr;

    std::uint32_t thread() const { return access != nullptr ? access->thread : exchange->thread; }
};

/// Threads make one instruction together when they are at the same place, in the same iterations, for the n-th time.
struct Instruction {
    std::uint32_t barriers = 0;
    std::uintptr_t site = 0;
    std::uint32_t path = 0;
    Access access = Access::read;
    Space space = Space::global;
    bool exchange = false;
    unsigned time = 0;
    auto operator<=>(const Instruction&) const = default;
};

Instruction instruction_of(const Event& event)
{
    if (const RecordedExchange* e = event.exchange) return {.barriers = e->barriers, .site = std::uintptr_t(e->number), .path = e->path, .exchange = true};
    const RecordedAccess& a = *event.access;
    return {.barriers = a.barriers, .site = a.site, .path = a.path, .access = a.kind, .space = a.space};
}

/// What each thread did, in its order.
std::map<std::uint32_t, std::vector<Event>> events_by_thread(const Recorder::RecordedBlock& block)
{
    std::map<std::uint32_t, std::vector<Event>> by_thread;
    auto exchange = block.exchanges.begin();
    for (std::size_t i = 0; i <= block.accesses.size(); ++i) {
        for (; exchange != block.exchanges.end() && exchange->accesses == i; ++exchange) by_thread[exchange->thread].push_back({.exchange = &*exchange});
        if (i < block.accesses.size()) by_thread[block.accesses[i].thread].push_back({.access = &block.accesses[i]});
    }
    return by_thread;
}

struct Step {
    Instruction made;
    int line = 0;
    std::vector<Event> events;
};

int line_of(const Event& event, const Recorder::RecordedBlock& block)
{
    if (event.exchange != nullptr) return event.exchange->line;
    return resolve(*event.access, block, {}, 0, event.access->bytes).at.line;
}

/// All instructions of the block, each with what its threads did, in an order that agrees with that of every thread. Two that no thread makes
/// both, in branches for example, come as they stand in the file.
std::list<Step> instructions_of(const Recorder::RecordedBlock& block)
{
    std::list<Step> order;
    std::map<Instruction, std::list<Step>::iterator> known;
    for (const auto& [thread, events] : events_by_thread(block)) {
        std::map<Instruction, unsigned> times;
        std::vector<Instruction> mine;
        for (const Event& event : events) {
            mine.push_back(instruction_of(event));
            mine.back().time = times[mine.back()]++;
        }
        const std::set<Instruction> all(mine.begin(), mine.end());
        auto next = order.begin();
        for (std::size_t i = 0; i < events.size(); ++i) {
            auto found = known.find(mine[i]);
            if (found == known.end()) {
                const int line = line_of(events[i], block);
                const auto is_before = [&](const Step& other) {
                    return other.line < line && other.made.barriers == mine[i].barriers && other.made.path == mine[i].path && !all.contains(other.made);
                };
                while (next != order.end() && is_before(*next)) ++next;
                found = known.emplace(mine[i], order.insert(next, Step{mine[i], line, {}})).first;
            }
            found->second->events.push_back(events[i]);
            next = std::next(found->second);
        }
    }
    return order;
}

/// What the engine counts for the part that one warp has in an instruction.
TracedWarp costs(std::uint32_t warp, std::span<const RecordedAccess* const> lanes)
{
    Request request;
    const RecordedAccess& first = *lanes.front();
    request.where = first.where;
    request.bytes = request.step = first.bytes;
    request.kind = first.kind;
    request.space = first.space;
    std::set<std::uint64_t> words;
    for (const RecordedAccess* access : lanes) {
        const unsigned lane = access->thread % kWarp;
        request.lanes |= 1u << lane;
        request.offset[lane] = static_cast<std::int32_t>(std::int64_t(access->where - first.where));
        for (std::uint64_t byte = access->where; byte < access->where + access->bytes; ++byte) words.insert(byte);
    }
    Shapes shapes;
    Traffic traffic;
    Counters counted;
    if (!first.texture) traffic.instruction({}, warp, request, shapes.of(request));
    traffic.launch_ends(counted);
    TracedWarp cost{.warp = warp};
    cost.sectors = counted.global_load_sectors + counted.global_store_sectors;
    if (cost.sectors > 0) cost.fewest_sectors = (words.size() + 31) / 32;
    cost.bank_conflicts = counted.shared_bank_conflicts;
    return cost;
}

class Tracer {
public:
    explicit Tracer(const Recorder::RecordedBlock& block) : block_(block)
    {
        const RecordedLaunch& launch = Recorder::instance().launch(block.launch);
        trace_.kernel = Session::instance().kernel_name(launch.kernel);
        trace_.grid = launch.grid;
        trace_.block_shape = launch.block;
        trace_.block = block.index;
        trace_.barriers = block.barriers;
    }

    BlockTrace traced()
    {
        for (const Step& step : instructions_of(block_)) {
            if (trace_.steps.size() == kMostSteps) ++trace_.left_out;
            else if (step.events.front().exchange != nullptr) add_exchange(step.events);
            else add(accesses_of(step.events));
        }
        return std::move(trace_);
    }

private:
    static Accesses accesses_of(const std::vector<Event>& events)
    {
        Accesses accesses;
        for (const Event& event : events) accesses.push_back(event.access);
        return accesses;
    }

    void add_exchange(const std::vector<Event>& events)
    {
        const RecordedExchange& first = *events.front().exchange;
        TracedArray lanes{.name = "lanes", .lanes = true, .shape = {std::int64_t(trace_.block_shape.x) * trace_.block_shape.y * trace_.block_shape.z}};
        TracedStep step{.at = {.file = {}, .line = first.line}, .path = first.path, .barriers = first.barriers, .array = number_of(std::move(lanes)), .threads = {}, .warps = {}};
        for (const Event& event : events) step.threads.push_back({.thread = event.exchange->thread, .element = event.exchange->source});
        trace_.steps.push_back(std::move(step));
    }

    std::size_t number_of(TracedArray array)
    {
        const auto known = std::ranges::find(trace_.arrays, array);
        if (known != trace_.arrays.end()) return std::size_t(known - trace_.arrays.begin());
        trace_.arrays.push_back(std::move(array));
        return trace_.arrays.size() - 1;
    }

    /// One step for each array that the instruction touches.
    void add(const Accesses& accesses)
    {
        std::map<std::size_t, TracedStep> steps;
        for (const RecordedAccess* access : accesses) {
            const Finding names = resolve(*access, block_, trace_.kernel, 0, access->bytes);
            const auto [array, thread] = placed(*access, names);
            TracedStep& step = steps[array];
            step.at = names.at;
            step.path = access->path;
            step.barriers = access->barriers;
            step.access = access->kind;
            step.array = array;
            step.threads.push_back(thread);
        }
        for (auto& [array, step] : steps) {
            if (steps.size() == 1) step.warps = warps_of(accesses);
            trace_.steps.push_back(std::move(step));
        }
    }

    std::pair<std::size_t, TracedThread> placed(const RecordedAccess& access, const Finding& names)
    {
        TracedArray array{.name = names.array, .space = access.space, .texture = access.texture, .lanes = false, .shape = names.shape};
        const Scalar scalar = scalar_of(access);
        if (scalar.bytes != 0) array.element_bytes = static_cast<std::uint32_t>(scalar.bytes);
        TracedThread thread{.thread = access.thread};
        for (std::size_t d = 0; d < names.index.size(); ++d)
            thread.element = thread.element * (d < names.shape.size() ? names.shape[d] : 1) + names.index[d];
        if (access.space == Space::shared) part_vectors(access, array, thread.element);
        thread.elements = std::max(1u, access.bytes / array.element_bytes);
        if (access.kind == Access::read) {
            const std::uint32_t size = std::min(access.bytes, array.element_bytes);
            const bool is_float = scalar.bytes != 0 ? scalar.is_float : looks_like_float(access.value.data(), size);
            thread.value = as_number(access.value.data(), size, is_float);
        }
        array.start = access.where - std::uint64_t(thread.element) * array.element_bytes;
        if (access.space != Space::shared) array.start %= 128;      // the rest is chance
        return {number_of(std::move(array)), thread};
    }

    /// A shared array of vectors, float4 for example, gets its components as a further extent: they are read one by one, too.
    static void part_vectors(const RecordedAccess& access, TracedArray& array, std::int64_t& element)
    {
        const Variable* variable = access.where < first_dynamic_offset() ? Layout::instance().shared().at(access.where) : nullptr;
        if (variable == nullptr || array.shape.empty()) return;
        std::int64_t named = 1;
        for (const std::int64_t extent : array.shape) named *= extent;
        const std::int64_t scalars = std::int64_t(variable->bytes / array.element_bytes);
        if (scalars <= named || scalars % named != 0) return;
        array.shape.push_back(scalars / named);
        element = std::int64_t((access.where - variable->start) / array.element_bytes);
    }

    static std::vector<TracedWarp> warps_of(const Accesses& accesses)
    {
        std::vector<TracedWarp> warps;
        for (auto from = accesses.begin(); from != accesses.end();) {
            const std::uint32_t warp = (*from)->thread / kWarp;
            const auto to = std::find_if(from, accesses.end(), [&](const RecordedAccess* a) { return a->thread / kWarp != warp; });
            warps.push_back(costs(warp, std::span(from, to)));
            from = to;
        }
        return warps;
    }

    const Recorder::RecordedBlock& block_;
    BlockTrace trace_;
};

}  // namespace

BlockTrace recorded_block()
{
    const Recorder::RecordedBlock& block = Recorder::instance().block();
    return block.launch == 0 || block.accesses.empty() ? BlockTrace{} : Tracer(block).traced();
}

}  // namespace halo::engine
