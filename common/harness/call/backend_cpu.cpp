#include <algorithm>
#include <optional>
#include <utility>

#include <cuda_runtime.h>

#include "engine/engine.hpp"
#include "engine/inputs.hpp"
#include "engine/settings.hpp"
#include "harness/call/backend.hpp"
#include "harness/call/guarded.hpp"

namespace halo::lab {

namespace {

constexpr unsigned kLaunchLimitSeconds = 5;
bool proving = false;

/// The first refusal that can have led to the error: of a CUDA error, the first with its code.
std::optional<Refusal> refusal_behind(const std::optional<CallError>& error)
{
    if (!error) return {};
    for (Refusal& refusal : engine::refusals())
        if (error->code.empty() || error->code == refusal.code) return std::move(refusal);
    return {};
}

}  // namespace

std::string prepare_backend()
{
    engine::set_report_at_exit(false);
    engine::set_launch_limit_seconds(kLaunchLimitSeconds);
    return {};
}

std::string choose_order(const std::string& order)
{
    engine::set_report_at_exit(false);     // first use of the engine: an invalid environment variable ends the program here
    if (order.empty()) return {};
    const auto wanted = engine::order_from(order);
    if (!wanted) return engine::not_understood(engine::kOrder, engine::kOrder.option, order, "the command line of the tests");
    engine::set_thread_order(wanted->order, wanted->seed);
    return {};
}

Facts observe(const std::function<void()>& function)
{
    const std::uint64_t mark = engine::allocation_mark();
    engine::reset_watchers();

    Facts facts;
    Thrown thrown;
    engine::call_guarded(function, [&] { note_thrown(thrown, engine::unguarded); });
    facts.error = error_after(thrown);
    facts.refusal = refusal_behind(facts.error);
    facts.counters = engine::counters();
    const engine::HostWork work = engine::host_work();
    facts.host_reads = work.reads;
    facts.fetched_bytes = work.fetched_bytes;
    facts.sent_bytes = work.sent_bytes;
    facts.findings = engine::findings();
    facts.lines = engine::line_traffic();

    facts.input_use = engine::input_use();
    facts.stored_by = engine::stored_by();
    if (proving) facts.proof = engine::proof();
    engine::forget_host_arrays();
    engine::forget_given_arrays();

    // A function left by an exception could not free anything: that is not reported as a leak.
    if (!facts.error) {
        for (Finding& leak : engine::leaks_since(mark)) {
            facts.leaked_bytes += leak.bytes;
            facts.findings.push_back(std::move(leak));
        }
    }
    return facts;
}

bool record_stores()
{
    engine::record_stores(true);
    return true;
}

void record_block(unsigned launch, const Index3& block) { engine::record_block(launch, block); }
BlockTrace recorded_block() { return engine::recorded_block(); }
void stop_recording() { engine::record_stores(false); }
std::optional<Stored> last_store(const void* address) { return engine::last_store(address); }
std::vector<Loaded> loads_before_store(const void* address) { return engine::loads_before_store(address); }
std::vector<HostStep> host_steps() { return engine::host_steps(); }

void count_lines(bool on) { engine::count_lines(on); }
void prove(bool on)
{
    proving = on;
    engine::prove(on);
}

void name_host_array(const HostArray& array)
{
    engine::name_host_array({array.start, array.bytes, array.element_bytes, array.name, array.before, array.after, array.constant});
}

void give_array(const GivenArray& array) { engine::give_array(array); }

std::size_t device_guard() { return 0; }

bool counts() { return true; }

bool usable_after(const Facts& facts)
{
    // A store that was refused left its function in the middle of what it did.
    const auto stopped = [](const Finding& f) {
        return f.kind == FindingKind::endless || ends_call(f.outside);
    };
    return std::none_of(facts.findings.begin(), facts.findings.end(), stopped);
}

}  // namespace halo::lab
