// Launches: checks the configuration as a card's driver would, and has the blocks run, on several host threads as long as they do not depend on
// each other.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "engine/headers/halo/launch.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/saved_memory.hpp"
#include "engine/schedule/allowances.hpp"
#include "engine/schedule/device_limits.hpp"
#include "engine/schedule/guard.hpp"
#include "engine/schedule/host_threads.hpp"
#include "engine/schedule/kernel_habits.hpp"
#include "engine/session/profiler.hpp"
#include "engine/session/session.hpp"
#include "engine/session/turn.hpp"
#include "engine/watch/followed.hpp"
#include "engine/watch/line_traffic.hpp"
#include "engine/watch/prover.hpp"
#include "engine/watch/sites.hpp"
#include "findings/processors.hpp"

namespace halo::engine {
namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr std::uint64_t kWorthSharing = 8192;  // CUDA threads; with fewer, waking a second host thread costs more than it saves

/// What a launch goes beyond, and by what error a card says so.
struct Beyond {
    cudaError_t status = cudaSuccess;
    LaunchLimit limit = LaunchLimit::none;
    std::uint64_t most = 0;
    std::uint64_t shared_bytes = 0;
};

Beyond check(const halo_engine::LaunchConfig& config)
{
    constexpr auto kRefused = cudaErrorInvalidConfiguration;
    constexpr unsigned kMostDeep = 64, kMostBlocks = 65535, kMostBlocksX = 0x7fffffff;
    const dim3 &g = config.grid, &b = config.block;
    if (config.pointer != nullptr && Layout::instance().is_host_function(reinterpret_cast<std::uintptr_t>(config.pointer)))
        return {cudaErrorInvalidDeviceFunction, LaunchLimit::host_function};
    if (g.x == 0 || g.y == 0 || g.z == 0) return {kRefused, LaunchLimit::blocks};
    if (b.x == 0 || b.y == 0 || b.z == 0) return {kRefused, LaunchLimit::threads, kMaxThreads};
    // Each first: their product may not fit into 64 bits.
    if (b.x > kMaxThreads || b.y > kMaxThreads || b.z > kMaxThreads || std::uint64_t(b.x) * b.y * b.z > kMaxThreads)
        return {kRefused, LaunchLimit::threads, kMaxThreads};
    if (b.z > kMostDeep) return {kRefused, LaunchLimit::depth, kMostDeep};
    if (g.x > kMostBlocksX) return {kRefused, LaunchLimit::blocks, kMostBlocksX};
    if (g.y > kMostBlocks || g.z > kMostBlocks) return {kRefused, LaunchLimit::blocks, kMostBlocks};
    if (const std::uint64_t most = Layout::instance().launch_bounds(config.kernel); most != 0 && std::uint64_t(b.x) * b.y * b.z > most)
        return {cudaErrorInvalidValue, LaunchLimit::bounds, most};
    const std::uint64_t in_arrays = Layout::instance().static_shared_bytes(config.kernel);
    if (in_arrays > kSharedPerBlock) return {cudaErrorLaunchOutOfResources, LaunchLimit::static_shared, kSharedPerBlock, in_arrays};
    if (const std::size_t most = dynamic_shared_limit(std::string(config.kernel)); config.shared_bytes > most)
        return {cudaErrorInvalidValue, LaunchLimit::dynamic_shared, most, config.shared_bytes};
    return {};
}

Index3 index(const dim3& d) { return {d.x, d.y, d.z}; }

void refuse(const halo_engine::LaunchConfig& config, const Beyond& beyond)
{
    Session& session = Session::instance();
    session.fail(beyond.status);
    Refusal refusal{.call = "launch", .kind = RefusedCall::launch, .at = {config.file, config.line}};
    refusal.code = cudaGetErrorName(beyond.status);
    refusal.reason = cudaGetErrorString(beyond.status);
    refusal.kernel = session.kernel_name(session.kernel_number(config.kernel));
    refusal.grid = index(config.grid);
    refusal.block = index(config.block);
    refusal.shared_bytes = beyond.shared_bytes;
    refusal.limit = beyond.limit;
    refusal.most = beyond.most;
    session.note_refusal(std::move(refusal));
    if (!config.returns_error) session.nobody_asks(beyond.status, "launch", {config.file, config.line});
}

/// Of a kernel whose habits are not known: the first blocks, which show whether the others may run at the same time. Some of them race if
/// neighbours do; of a large grid they are at most a thirtieth of what each host thread runs.
std::uint64_t blocks_to_try(std::uint64_t blocks, unsigned host_threads)
{
    constexpr std::uint64_t kLeast = 4, kPart = 32;
    return std::min(blocks, std::max(kLeast, blocks / (kPart * host_threads)));
}

/// `tried` blocks run first. Empty: blocks depend on each other, and the launch is to be undone.
std::optional<Counters> run_blocks(Grid& grid, std::uint64_t blocks, std::uint64_t tried)
{
    const Sites::OfLaunch sites;
    Releases releases;
    grid.launch.serial = next_serial();
    grid.launch.releases = &releases;
    Watchers::OfLaunch of_launch(grid.launch);
    grid.of_launch = &of_launch;
    Run run(grid, blocks, tried);
    {
        const BlocksRun blocks_run;
        Prover::instance().launch_begins();
        run_on_host_threads(run, grid.launch.host_threads);
        Prover::instance().launch_ended();
    }
    if (run.undone()) return {};
    run.finish();
    return run.counts();
}

/// On several host threads. Empty: memory is what it was, and the blocks are to be run in order.
std::optional<Counters> run_together(Grid& grid, std::uint64_t blocks, std::uint64_t tried)
{
    SavedMemory saved(blocks * grid.block.x * grid.block.y * grid.block.z);
    grid.launch.saved = &saved;
    const std::optional<Counters> counts = run_blocks(grid, blocks, tried);
    grid.launch.saved = nullptr;
    if (!counts) saved.undo();
    return counts;
}

Counters run_in_order(Grid& grid, std::uint64_t blocks)
{
    grid.launch.host_threads = 1;
    return *run_blocks(grid, blocks, 0);
}

}  // namespace

}  // namespace halo::engine

void halo_engine::run_grid(const LaunchConfig& config, void (*body)(void*), void* argument)
{
    using namespace halo::engine;
    only_on_host("<<<>>>", __builtin_return_address(0), config.file, config.line);
    const Turn turn;
    Session& session = Session::instance();
    if (session.is_dead()) {
        session.fail(cudaSuccess);      // fails with the fault's error
        return;
    }
    if (const Beyond beyond = check(config); beyond.status != cudaSuccess) return refuse(config, beyond);
    std::fflush(stdout);  // the host's output comes before the kernel's

    Grid grid;
    grid.grid = index(config.grid);
    grid.block = index(config.block);
    grid.shared_bytes = config.shared_bytes;
    grid.body = body;
    grid.argument = argument;
    grid.kernel = session.kernel_number(config.kernel);
    grid.layout_kernel = Layout::instance().kernel(session.kernel_name(grid.kernel));
    grid.order = session.order;
    grid.seed = session.order_seed;
    grid.cooperative = config.cooperative;
    grid.host_stack = Guard::own_stack(HALO_FLOOR);

    const std::uint64_t blocks = std::uint64_t(grid.grid.x) * grid.grid.y * grid.grid.z;
    const std::uint64_t cuda_threads = blocks * grid.block.x * grid.block.y * grid.block.z;
    unsigned threads = session.host_threads != 0 ? session.host_threads : halo::usable_processors();
    Recorder& recorder = Recorder::instance();
    Profiler& profiler = Profiler::instance();
    const bool profiled = SiteTraffics::instance().on();
    if ((cuda_threads < kWorthSharing && session.host_threads == 0) || grid.cooperative || recorder.on() || profiled) threads = 1;
    threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, blocks));
    const std::optional<bool> in_order = KernelHabits::instance().in_order(grid);
    if (in_order.value_or(false)) threads = 1;

    notice_host_writes();
    grid.launch = {0, threads, session.excuse_same_value, recorder.on(), profiled, profiler.on(), config.file, config.line};
    if (recorder.on()) {
        recorder.launch_begins({grid.kernel, grid.grid, grid.block});
        recorder.step({.at = {config.file, config.line}, .call = {}, .kernel = grid.kernel, .launch = true, .target = {}, .source = {}});
    }
    if (Followed::instance().on()) Followed::instance().launch_begins({config.kernel, grid.grid, grid.block, grid.shared_bytes});
    const std::uint64_t tried = threads > 1 && !in_order ? blocks_to_try(blocks, threads) : 0;
    std::optional<halo::Counters> counts;
    if (threads > 1) counts = run_together(grid, blocks, tried);
    if (!counts) counts = run_in_order(grid, blocks);
    if (profiler.on())
        profiler.launched({grid.kernel, config.kernel, {config.file, config.line}, grid.grid, grid.block, grid.launch.serial, grid.cooperative}, *counts);
    if (Followed::instance().on()) Followed::instance().launch_ended(grid.launch.serial, grid.cooperative);
}
