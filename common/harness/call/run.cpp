#include "harness/call/run.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <utility>

#include <unistd.h>

#include "harness/call/backend.hpp"

namespace halo::lab {

namespace {

/// Keeps the facts of one call.
struct Observed final : Backend {
    Facts facts;
    std::vector<GivenArray> given;              // followed from the call on: what fills them before is not the function's work
    std::vector<HostArray> named;

    std::size_t device_guard() const override { return lab::device_guard(); }
    void name_host_array(const HostArray& array) override { named.push_back(array); }
    void give(const GivenArray& array) override { given.push_back(array); }
    bool run(const std::function<void()>& call) override
    {
        for (HostArray& array : named) {
            array.constant = is_only_read(array);
            lab::name_host_array(array);
        }
        for (const GivenArray& array : given) give_array(array);
        facts = observe(call);
        return usable_after(facts);
    }

private:
    /// An input or a filter, but no output: those are the function's to read, not to change.
    bool is_only_read(const HostArray& array) const
    {
        const auto as = [&](bool output) {
            return std::ranges::any_of(given, [&](const GivenArray& one) { return one.start == array.start && (one.role == ArrayRole::output) == output; });
        };
        return as(false) && !as(true);
    }
};

/// The outcome of one call. What the function throws is in the facts.
struct Called {
    RawOutput output;
    Facts facts;
};

Called call(const Caller& caller, const Inputs& inputs)
try {
    Observed backend;
    RawOutput output = caller(inputs, backend);
    return {std::move(output), std::move(backend.facts)};
} catch (const std::bad_alloc&) {
    throw;
} catch (const std::exception& thrown) {
    Called called;
    called.facts.error = CallError{message_from_text(thrown.what()), {}, {}};     // thrown by the GPU, not the function: nothing more can be fetched
    return called;
}

/// Who stored one element of the output, and how all of them were stored.
History history_of(const RawOutput& output, std::uint64_t element)
{
    constexpr std::size_t kMost = 1u << 14;         // elements; more would take longer than anybody waits
    History history;
    const std::size_t count = output.values.size() < 2 * output.guard ? 0 : output.values.size() - 2 * output.guard;
    if (element >= count) return history;
    const auto at = [&](std::size_t i) { return static_cast<const char*>(output.first) + i * output.bytes; };
    history.stored = last_store(at(element));
    for (std::size_t i = 0; i < std::min(count, kMost); ++i) {
        const auto stored = last_store(at(i));
        if (!stored) continue;
        if (history.store_line == 0) history.store_line = stored->at.line;
        if (!stored->several_threads) continue;
        if (history.by_several++ == 0) history.element = i, history.twice = stored;
    }
    return history;
}

/// The first call, watched; made again if its loads are asked for, since only now it is known which block to follow.
Called traced_call(const Caller& caller, const Inputs& inputs, std::uint64_t element, bool loads)
{
    if (!record_stores()) return call(caller, inputs);
    Called first = call(caller, inputs);
    stop_recording();
    if (!usable_after(first.facts)) return first;
    first.facts.history = history_of(first.output, element);
    first.facts.history->steps = host_steps();
    if (!loads || !first.facts.history->stored) return first;
    record_block(first.facts.history->stored->launch, first.facts.history->stored->block);
    const Called again = call(caller, inputs);
    stop_recording();
    if (usable_after(again.facts) && again.output.first != nullptr)
        first.facts.history->loads = loads_before_store(static_cast<const char*>(again.output.first) + element * again.output.bytes);
    return first;
}

}  // namespace

void run(const Lab& lab, const Request& request, const Sink& sink)
{
    const FunctionEntry* entry = lab.find(request.function);
    if (entry == nullptr) return;

    if (const std::string refusal = prepare_backend(); !refusal.empty()) {
        Facts facts;
        facts.error = CallError{message_from_text(refusal), {}, {}};
        sink(begun_record(0) + facts_record(0, facts) + end_record());
        return;
    }
    const Caller caller = entry->new_caller();
    if (request.lines) count_lines(true);
    for (std::uint32_t i = 0; i < request.calls.size(); ++i) {
        sink(begun_record(i));
        const bool proved = request.proved && i + 1 == request.calls.size();
        if (proved) prove(true);
        const Called called = i == 0 && request.traced ? traced_call(caller, request.calls[i], *request.traced, request.loads)
                                                       : call(caller, request.calls[i]);
        if (proved) prove(false);
        sink(output_record(i, std::uint32_t(called.output.guard), called.output.values) + facts_record(i, called.facts));
        if (!usable_after(called.facts)) break;
    }
    sink(end_record());
}

std::optional<BlockTrace> trace_block(const Lab& lab, const std::string& function, const Inputs& inputs, const BlockChoice& choice)
{
    const FunctionEntry* entry = lab.find(function);
    if (entry == nullptr || !prepare_backend().empty() || !record_stores()) return {};
    const Caller caller = entry->new_caller();
    const Called first = call(caller, inputs);
    const std::vector<HostStep> host = host_steps();
    stop_recording();
    if (!usable_after(first.facts)) return {};

    unsigned launch = 0, launches = 0;
    for (const HostStep& step : host) {
        if (step.kernel.empty()) continue;
        ++launches;
        if (choice.kernel.empty() || step.kernel == choice.kernel) launch = launches;
    }
    Index3 block = choice.block;
    if (choice.element && first.output.first != nullptr)
        if (const auto stored = last_store(static_cast<const char*>(first.output.first) + *choice.element * first.output.bytes))
            launch = stored->launch, block = stored->block;
    if (launch == 0) return {};
    record_block(launch, block);
    call(caller, inputs);
    stop_recording();
    BlockTrace trace = recorded_block();
    trace.host = host;
    return trace;
}

void write_all(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes.remove_prefix(std::size_t(written));
    }
}

}  // namespace halo::lab
