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

/// Threads make one instruction together when they are at the same place, in the same iterations, for the n-th time.
struct Instruction {
    std::uint32_t barriers = 0;
    std::uintptr_t site = 0;
    std::uint32_t path = 0;
    Access access = Access::read;
    Space space = Space::global;
    unsigned time = 0;
    auto operator<=>(const Instruction&) const = default;
};

/// All instructions of the block, each with the accesses of its threads, in an order that agrees with that of every thread.
std::list<Accesses> instructions_of(const Recorder::RecordedBlock& block)
{
    std::map<std::uint32_t, Accesses> by_thread;
    for (const RecordedAccess& access : block.accesses) by_thread[access.thread].push_back(&access);

    std::list<Accesses> order;
    std::map<Instruction, std::list<Accesses>::iterator> known;
    for (const auto& [thread, accesses] : by_thread) {
        std::map<Instruction, unsigned> times;
        auto next = order.begin();
        for (const RecordedAccess* access : accesses) {
            Instruction made{access->barriers, access->site, access->path, access->kind, access->space};
            made.time = times[made]++;
            const auto found = known.find(made);
            const auto here = found != known.end() ? found->second : order.insert(next, Accesses{});
            if (found == known.end()) known.emplace(made, here);
            here->push_back(access);
            next = std::next(here);
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
        for (const Accesses& accesses : instructions_of(block_)) {
            if (trace_.steps.size() == kMostSteps) ++trace_.left_out;
            else add(accesses);
        }
        return std::move(trace_);
    }

private:
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
        TracedArray array{.name = names.array, .space = access.space, .texture = access.texture, .shape = names.shape};
        const Scalar scalar = scalar_of(access);
        if (scalar.bytes != 0) array.element_bytes = static_cast<std::uint32_t>(scalar.bytes);
        TracedThread thread{.thread = access.thread};
        for (std::size_t d = 0; d < names.index.size(); ++d)
            thread.element = thread.element * (d < names.shape.size() ? names.shape[d] : 1) + names.index[d];
        thread.elements = std::max(1u, access.bytes / array.element_bytes);
        if (access.kind == Access::read) {
            const std::uint32_t size = std::min(access.bytes, array.element_bytes);
            const bool is_float = scalar.bytes != 0 ? scalar.is_float : looks_like_float(access.value.data(), size);
            thread.value = as_number(access.value.data(), size, is_float);
        }
        array.start = access.where - std::uint64_t(thread.element) * array.element_bytes;
        if (access.space != Space::shared) array.start %= 128;      // the rest is chance
        const auto known = std::ranges::find(trace_.arrays, array);
        if (known != trace_.arrays.end()) return {std::size_t(known - trace_.arrays.begin()), thread};
        trace_.arrays.push_back(std::move(array));
        return {trace_.arrays.size() - 1, thread};
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
