#include "harness/run.hpp"

#include <cerrno>
#include <exception>
#include <new>
#include <utility>

#include <unistd.h>

#include "harness/backend.hpp"

namespace halo::lab {

namespace {

/// Keeps the facts of one call.
struct Observed final : Backend {
    Facts facts;

    std::size_t device_guard() const override { return lab::device_guard(); }
    void name_host_array(const HostArray& array) override { lab::name_host_array(array); }
    bool run(const std::function<void()>& call) override
    {
        facts = observe(call);
        return usable_after(facts);
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
    for (std::uint32_t i = 0; i < request.calls.size(); ++i) {
        sink(begun_record(i));
        const Called called = call(caller, request.calls[i]);
        sink(output_record(i, std::uint32_t(called.output.guard), called.output.values) + facts_record(i, called.facts));
        if (!usable_after(called.facts)) break;
    }
    sink(end_record());
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
