// Translates what the recorder kept to the student's terms.

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "engine/engine.hpp"
#include "engine/session/caller.hpp"
#include "engine/session/recorded_names.hpp"
#include "engine/session/session.hpp"
#include "engine/session/source.hpp"
#include "engine/watch/recorder.hpp"

namespace halo::engine {
namespace {

/// The recorded block, with names for what it accessed.
class BlockStory {
public:
    explicit BlockStory(const Recorder::RecordedBlock& block) : block_(block)
    {
        const RecordedLaunch& launch = Recorder::instance().launch(block.launch);
        kernel_ = Session::instance().kernel_name(launch.kernel);
        extent_ = launch.block;
    }

    std::vector<Loaded> loads_of(std::size_t store)
    {
        const RecordedAccess& last = block_.accesses[store];
        std::vector<Loaded> loads;
        unsigned stores = 0;
        for (std::size_t i = store; i-- > 0;) {
            const RecordedAccess& access = block_.accesses[i];
            if (access.thread != last.thread) continue;
            if (access.kind != Access::read) stores += access.space == Space::global;
            if (access.kind != Access::read) continue;
            std::vector<Load> parts = named(access);
            for (std::size_t part = parts.size(); part-- > 0;) {
                const std::size_t size = parts[part].bytes, from = part * size;
                std::optional<Origin> origin;
                if (access.space == Space::shared) origin = origin_of(i, access.where + from, std::span(access.value).subspan(from, size));
                loads.push_back({std::move(parts[part]), std::move(origin), stores});
            }
        }
        std::reverse(loads.begin(), loads.end());
        return loads;
    }

private:
    /// One for each component that is loaded.
    std::vector<Load> named(const RecordedAccess& access)
    {
        const Scalar scalar = scalar_of(access);
        std::uint32_t size = access.bytes;
        if (scalar.bytes != 0 && access.bytes % scalar.bytes == 0) size = static_cast<std::uint32_t>(scalar.bytes);
        else if (access.bytes > 8) size = 4;
        std::vector<Load> loads;
        const auto recorded = std::min<std::uint32_t>(access.bytes, access.value.size());
        for (std::uint32_t from = 0; from + size <= recorded; from += size) {
            Load load;
            const Finding names = resolve(access, block_, kernel_, from, size);
            load.at = names.at;
            load.space = access.space;
            load.texture = access.texture;
            load.array = names.array;
            load.index = names.index;
            load.shape = names.shape;
            load.bytes = size;
            const unsigned char* value = access.value.data() + from;
            load.is_float = scalar.bytes != 0 ? scalar.is_float : looks_like_float(value, size);
            load.value = as_number(value, size, load.is_float);
            loads.push_back(std::move(load));
        }
        return loads;
    }

    /// Where the value at this place of shared memory came from, when it was loaded.
    std::optional<Origin> origin_of(std::size_t load, std::uint64_t where, std::span<const unsigned char> value)
    {
        for (std::size_t i = load; i-- > 0;) {
            const RecordedAccess& store = block_.accesses[i];
            if (store.kind == Access::read || store.space != Space::shared || !store.holds(where)) continue;
            Origin origin{place_of(store.site), coordinates(store.thread, extent_), {}};
            if (store.kind == Access::write) origin.load = load_stored(i, where - store.where, value);
            return origin;
        }
        return {};
    }

    /// The load from global memory whose value this store moved to shared memory, `from` bytes into what it stored. It is the
    /// last with this value; but for 0 only the last of all, because a ghost element is 0 without a load.
    std::optional<Load> load_stored(std::size_t store, std::uint64_t from, std::span<const unsigned char> value)
    {
        const bool zero = std::ranges::all_of(value, [](unsigned char byte) { return byte == 0; });
        for (std::size_t i = store; i-- > 0;) {
            const RecordedAccess& access = block_.accesses[i];
            if (access.thread != block_.accesses[store].thread || access.space == Space::constant) continue;
            const bool load = access.kind == Access::read && access.space == Space::global;
            const bool whole = from + value.size() <= std::min<std::size_t>(access.bytes, access.value.size());
            if (load && whole && std::ranges::equal(std::span(access.value).subspan(from, value.size()), value)) {
                const std::vector<Load> parts = named(access);
                return parts.at(std::min<std::size_t>(from / parts.front().bytes, parts.size() - 1));
            }
            if (zero) break;
        }
        return {};
    }

    const Recorder::RecordedBlock& block_;
    std::string kernel_;
    Index3 extent_;
};

/// The last access of the recorded block that stored this byte.
std::optional<std::size_t> last_store_in(const Recorder::RecordedBlock& block, std::uintptr_t byte)
{
    for (std::size_t i = block.accesses.size(); i-- > 0;) {
        const RecordedAccess& access = block.accesses[i];
        const bool here = byte - access.address < access.bytes;
        if (here && access.kind != Access::read && access.space == Space::global) return i;
    }
    return {};
}

}  // namespace

void record_stores(bool on) { Recorder::instance().switch_stores(on); }
void record_block(unsigned launch, Index3 block) { Recorder::instance().switch_block(launch, block); }

std::optional<Stored> last_store(const void* address)
{
    const Recorder& recorder = Recorder::instance();
    const StoreRecord* record = recorder.last_store(reinterpret_cast<std::uintptr_t>(address));
    if (record == nullptr) return {};
    const RecordedLaunch& launch = recorder.launch(record->launch);
    Stored stored;
    stored.kernel = Session::instance().kernel_name(launch.kernel);
    stored.at = place_of(record->site);
    stored.access = record->kind;
    stored.launch = record->launch;
    stored.block = coordinates(record->block, launch.grid);
    stored.thread = coordinates(record->thread, launch.block);
    stored.block_shape = launch.block;
    stored.grid = launch.grid;
    stored.times = record->times;
    if (record->several) {
        stored.several_threads = true;
        stored.first_at = place_of(record->first_site);
        stored.first_block = coordinates(record->first_block, launch.grid);
        stored.first_thread = coordinates(record->first_thread, launch.block);
    }
    if (record->copy != 0) stored.copied = caller_of(recorder.copy_call(record->copy)).at;
    return stored;
}

std::vector<HostStep> host_steps()
{
    std::vector<HostStep> steps;
    for (const RecordedStep& recorded : Recorder::instance().steps()) {
        Place at = recorded.launch ? recorded.at : caller_of(recorded.call).at;
        HostStep& step = steps.emplace_back(HostStep{std::move(at), {}, recorded.target, recorded.source, recorded.copied});
        if (recorded.launch) step.kernel = Session::instance().kernel_name(recorded.kernel);
    }
    return steps;
}

std::vector<Loaded> loads_before_store(const void* address)
{
    const Recorder& recorder = Recorder::instance();
    const Recorder::RecordedBlock& block = recorder.block();
    const StoreRecord* record = recorder.last_store(reinterpret_cast<std::uintptr_t>(address));
    if (record == nullptr || block.accesses.empty()) return {};
    const auto store = last_store_in(block, record->byte);
    return store ? BlockStory(block).loads_of(*store) : std::vector<Loaded>{};
}

}  // namespace halo::engine
