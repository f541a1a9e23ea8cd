// Calls and launches that the device refused: what tests are told of them, and which of them the program never asked about.

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/session/caller.hpp"
#include "engine/session/session.hpp"
#include "findings/refusal.hpp"

namespace halo::engine {
namespace {

/// Of this host thread.
thread_local std::optional<Refusal> latest_refusal;

auto cause_of(const Refusal& r) { return std::tie(r.at.file, r.at.line, r.call, r.kernel, r.code); }
bool same_cause(const Refusal& a, const Refusal& b) { return cause_of(a) == cause_of(b); }

}  // namespace

void Session::asked_for_error()
{
    if (own_unasked_ == 0) return;
    const std::lock_guard lock(mutex_);
    unasked_.erase(std::exchange(own_unasked_, 0));
}

void Session::nobody_asks(cudaError_t status, std::string_view call, Place at)
{
    constexpr std::size_t kKept = 16;     // of a host thread
    const char* const code = cudaGetErrorName(status);
    if (!is_refusal(code)) return;        // of a kernel that died, there is a finding
    prepare_report();
    Refusal refused = latest_refusal && latest_refusal->code == code ? *latest_refusal : Refusal{};
    refused.code = code;
    refused.reason = cudaGetErrorString(status);
    refused.at = std::move(at);
    if (refused.kind != RefusedCall::launch) refused.call = call;
    const std::lock_guard lock(mutex_);
    if (own_unasked_ == 0) own_unasked_ = ++threads_unasked_;
    const auto [first, last] = unasked_.equal_range(own_unasked_);
    const bool known = std::any_of(first, last, [&](const auto& entry) { return same_cause(entry.second, refused); });
    if (!known && std::size_t(std::distance(first, last)) < kKept) unasked_.emplace(own_unasked_, std::move(refused));
}

std::vector<Refusal> Session::unasked() const
{
    const std::lock_guard lock(mutex_);
    std::vector<Refusal> all;
    for (const auto& [thread, refused] : unasked_)
        if (std::none_of(all.begin(), all.end(), [&](const Refusal& known) { return same_cause(known, refused); })) all.push_back(refused);
    std::sort(all.begin(), all.end(), [](const Refusal& a, const Refusal& b) { return cause_of(a) < cause_of(b); });
    return all;
}

void Session::note_refusal(Refusal refusal)
{
    constexpr std::size_t kKept = 8;
    const std::lock_guard lock(mutex_);
    refusal.launched = counters_.launches > 0;
    latest_refusal = refusal;
    if (refusals_.size() >= kKept) return;
    refusals_.push_back({std::move(refusal), return_addresses(), next_serial()});
}

std::vector<Refusal> Session::refusals() const
{
    const std::lock_guard lock(mutex_);
    std::vector<Refusal> all;
    for (const auto& [refusal, call, serial] : refusals_) {
        Refusal& r = all.emplace_back(refusal);
        const Caller caller = caller_of(call);
        if (r.at.line == 0) r.at = caller.at;
        if (r.call.empty()) r.call = caller.function;
    }
    return all;
}

std::vector<Refusal> refusals() { return Session::instance().refusals(); }
std::optional<Refusal> first_refusal()
{
    const std::vector<Refusal> all = refusals();
    return all.empty() ? std::nullopt : std::optional(all.front());
}

}  // namespace halo::engine
