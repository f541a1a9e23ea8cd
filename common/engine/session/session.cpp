#include "engine/session/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/end_process.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/textures.hpp"
#include "engine/session/caller.hpp"
#include "engine/session/ending_signals.hpp"
#include "engine/session/profiler.hpp"
#include "engine/session/report.hpp"
#include "engine/settings.hpp"
#include "engine/session/source.hpp"
#include "engine/watch/line_traffic.hpp"

namespace halo::engine {
namespace {

std::terminate_handler previous_terminate = nullptr;

void report_and_exit()
{
    const bool found = report_findings();
    if (const int code = Session::instance().error_exit_code; found && code != 0) {
        std::fflush(nullptr);
        end_process(code);
    }
}

void report_and_terminate()
{
    report_findings();
    previous_terminate();
}

/// The bounds of a thread's stack, and which memory can be stored to, come from /proc/self/maps. Without it a right program's accesses
/// are out of bounds: nothing may be judged, and the program ends as it does after an invalid setting.
void need_proc()
{
    if (access("/proc/self/maps", R_OK) == 0) return;
    std::fflush(stdout);
    std::fputs("the engine cannot run here: there is no /proc, and without it findings are wrong\n"
               "  where: /proc/self/maps cannot be read; is this a chroot?\n"
               "  try:   mount -t proc proc /proc\n",
               stderr);
    end_process(2);
}

bool same_array(const Finding& a, const Finding& b)
{
    return a.kernel == b.kernel && a.space == b.space && a.array == b.array;
}

/// A consequence is not reported in addition to its cause.
bool follows_from(const Finding& consequence, const Finding& cause)
{
    const bool shared_memory_finding =
        consequence.space == Space::shared &&
        (consequence.kind == FindingKind::race || consequence.kind == FindingKind::uninitialised);
    if (cause.kind == FindingKind::barrier && !cause.after_race) return shared_memory_finding && consequence.kernel == cause.kernel;
    if (cause.kind == FindingKind::short_copy) return consequence.kind == FindingKind::uninitialised;
    // When a barrier is missing, a thread may read what its neighbour has not written yet.
    if (cause.kind == FindingKind::race) return consequence.kind == FindingKind::uninitialised && same_array(consequence, cause);
    return false;
}

/// A later launch works with what the ended threads of an earlier one had still to store. On a card it would not run: the error stays.
bool works_with_what_is_missing(const RawFinding& raw, const std::vector<RawFinding>& all)
{
    return raw.launch != 0 && std::any_of(all.begin(), all.end(), [&](const RawFinding& cause) {
               const bool later = cause.ended_threads && cause.launch != 0 && cause.launch < raw.launch;
               return later && (raw.kind == FindingKind::uninitialised || (raw.kind == FindingKind::out_of_bounds && cause.kind == FindingKind::endless));
           });
}

/// Other copies, or host code, may have moved what a short copy of a host array left out.
bool rest_was_used(const RawFinding& raw)
{
    const NamedArray* array = HostArrays::instance().near(raw.where);
    return array == nullptr || array->reached > raw.asked;
}

/// Copies that the compiler made of one line are one place to the student.
bool same_group(const Finding& a, const Finding& b)
{
    const bool one_statement = a.kind == FindingKind::out_of_bounds || (a.kind == FindingKind::race && a.at == a.other);
    const bool same_access = a.access == b.access || one_statement;
    const bool same_kernel = a.kernel == b.kernel || (a.kind == FindingKind::out_of_bounds && a.at.line != 0);  // one helper, called by both
    return a.kind == b.kind && same_kernel && a.at == b.at && a.other == b.other && a.array == b.array &&
           a.outside == b.outside && a.unnamed == b.unnamed && a.after_race == b.after_race && same_access;
}

auto linear(const Index3& i) { return std::tie(i.z, i.y, i.x); }

bool earlier(const AccessOf& a, const AccessOf& b) { return std::pair(linear(a.block), linear(a.thread)) < std::pair(linear(b.block), linear(b.thread)); }

/// Findings with one cause, and the lines between which they occur.
struct Group {
    Finding first;
    int first_line, last_line;
};

/// Races in shared memory whose line ranges overlap: one barrier in the overlap would order them all.
bool one_barrier_missing(const Group& group, const Finding& f)
{
    const Finding& g = group.first;
    if (g.kind != FindingKind::race || f.kind != FindingKind::race || g.kernel != f.kernel) return false;
    if (g.space != Space::shared || f.space != Space::shared) return false;
    if (g.at.file != f.at.file || g.other.file != g.at.file || f.other.file != f.at.file) return false;
    return group.first_line <= std::max(f.at.line, f.other.line) && std::min(f.at.line, f.other.line) <= group.last_line;
}

void group(std::vector<Finding>& findings)
{
    std::vector<Group> groups;
    for (Finding& f : findings) {
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const Group& g) { return same_group(g.first, f) || one_barrier_missing(g, f); });
        if (known == groups.end()) {
            const auto [first, last] = std::minmax(f.at.line, f.other.line);
            groups.push_back({std::move(f), first, last});
            continue;
        }
        if (known->first.launched == f.launched && earlier(known->first.last, f.last)) known->first.last = f.last;
        known->first.count += f.count;
        known->first.across_warps |= f.across_warps;
        known->first_line = std::min({known->first_line, f.at.line, f.other.line});
        known->last_line = std::max({known->last_line, f.at.line, f.other.line});
    }
    findings.clear();
    for (Group& g : groups) findings.push_back(std::move(g.first));
}

}  // namespace

thread_local constinit bool EngineScope::inside_ = false;
thread_local constinit cudaError_t Session::last_error_ = cudaSuccess;
thread_local constinit unsigned Session::own_unasked_ = 0;

Session& Session::instance()
{
    static Session* session = new Session;
    return *session;
}

Session::Session()
{
    need_proc();
    if (const auto text = from_environment(kOrder)) {
        const ThreadOrder wanted = *order_from(*text);
        order = wanted.order;
        order_seed = wanted.seed;
    }
    if (const auto text = from_environment(kThreads)) host_threads = unsigned(*threads_from(*text));
    if (const auto text = from_environment(kTimeLimit)) launch_limit_seconds = unsigned(*seconds_from(*text));
    if (const auto text = from_environment(kErrorExitCode)) error_exit_code = int(*exit_code_from(*text));
    if (from_environment(kSameValue)) excuse_same_value = false;
    Profiler::instance().read_settings();
    std::atexit(report_and_exit);
    std::at_quick_exit(report_and_exit);
    previous_terminate = std::set_terminate(report_and_terminate);
}

std::uint32_t Session::kernel_number(const char* name)
{
    const std::lock_guard lock(mutex_);
    const auto known = std::find(kernels_.begin(), kernels_.end(), name);
    if (known != kernels_.end()) return static_cast<std::uint32_t>(known - kernels_.begin());
    kernels_.emplace_back(name);
    return static_cast<std::uint32_t>(kernels_.size() - 1);
}

std::string Session::kernel_name(std::uint32_t number)
{
    const std::lock_guard lock(mutex_);
    return plain_name(kernels_.at(number));
}

void Session::prepare_report() const
{
    if (report_at_exit) report_before_signals_end_it();
}

void Session::add(const RawFindingLog& log, const Counters& counters)
{
    prepare_report();
    const std::lock_guard lock(mutex_);
    log_.merge(log);
    counters_ += counters;
}

void Session::add(const RawFinding& raw)
{
    prepare_report();
    const std::lock_guard lock(mutex_);
    log_.add(raw);
}

void Session::add(RawFinding raw, const std::vector<std::uintptr_t>& call)
{
    prepare_report();
    Place at = place_outside_libraries(raw.site);
    for (std::size_t i = 0; at.line == 0 && i < call.size(); ++i) at = place_outside_libraries(call[i]);
    const std::lock_guard lock(mutex_);
    if (at.line != 0) raw.file = files_.insert(std::move(at.file)).first->c_str(), raw.line = at.line;
    log_.add(raw);
}

/// A kernel's pointer that points nowhere may be one that was never set, because there was no room for its array.
void Session::name_refused_allocation(const RawFinding& raw, Finding& finding) const
{
    const bool nowhere = finding.outside == Outside::null_pointer || (finding.outside == Outside::wild && finding.space != Space::constant);
    if (raw.launch == 0 || !nowhere) return;
    const auto refused = std::find_if(refusals_.begin(), refusals_.end(), [&](const NotedRefusal& noted) {
        return noted.refusal.kind == RefusedCall::allocation && noted.serial < raw.launch;
    });
    if (refused == refusals_.end()) return;
    const Caller caller = caller_of(refused->call);
    finding.call = caller.function;
    finding.allocated = caller.at;
    finding.asked = refused->refusal.target.asked;
    finding.there = refused->refusal.target.there;
}

std::vector<Finding> Session::findings() const
{
    const std::lock_guard lock(mutex_);
    std::vector<RawFinding> found = log_.all();     // in the order in which host threads ended
    std::stable_sort(found.begin(), found.end(), named_before);
    std::vector<Finding> all;
    for (const RawFinding& raw : found) {
        if (raw.from_race || (raw.kind == FindingKind::short_copy && rest_was_used(raw)) || works_with_what_is_missing(raw, log_.all())) continue;
        all.push_back(resolve(raw, raw.kernel == RawFinding::kHost ? "" : kernels_.at(raw.kernel)));
        Finding& f = all.back();
        name_refused_allocation(raw, f);
        f.after_race = raw.after_race;
        f.has_atomics = raw.has_atomics;
        if (f.kind == FindingKind::endless) {
            f.bytes = launch_limit_seconds;
            f.limit_is_setting = limit_is_setting;
        }
        if (f.kind == FindingKind::race && f.space == Space::shared && f.at.file == f.other.file)
            f.barrier_between = log_.barrier_between(raw.kernel, std::min(f.at.line, f.other.line), std::max(f.at.line, f.other.line));
    }
    const auto before = [](const Finding& a, const Finding& b) {
        const auto kind = [](const Finding& f) { return std::pair(f.after_race ? FindingKind::race : f.kind, f.after_race); };
        const auto kind_a = kind(a), kind_b = kind(b);
        return std::tie(kind_a, a.at.file, a.at.line, a.other.line, a.array) < std::tie(kind_b, b.at.file, b.at.line, b.other.line, b.array);
    };
    std::stable_sort(all.begin(), all.end(), before);
    std::vector<Finding> causes;
    for (const Finding& finding : all)
        if (std::none_of(all.begin(), all.end(), [&](const Finding& other) { return follows_from(finding, other); }))
            causes.push_back(finding);
    group(causes);
    return causes;
}

Counters Session::counters() const
{
    const std::lock_guard lock(mutex_);
    return counters_;
}

void Session::reset()
{
    const std::lock_guard lock(mutex_);
    log_.clear();
    counters_ = {};
    host_work = {};
    Arena::instance().forget_copies();
    SiteTraffics::instance().clear();
    last_error_ = pending_error_ = dead_ = cudaSuccess;
    refusals_.clear();
}

cudaError_t Session::fail(cudaError_t status)
{
    if (dead_ != cudaSuccess) status = dead_;
    if (status != cudaSuccess) last_error_ = status;
    return status;
}

cudaError_t Session::take_pending()
{
    printed_by_.clear();
    const cudaError_t status = std::exchange(pending_error_, cudaSuccess);
    const bool fault = status == cudaErrorLaunchFailure || status == cudaErrorAssert || status == cudaErrorIllegalAddress || status == cudaErrorMisalignedAddress;
    if (fault && report_at_exit && dead_ == cudaSuccess) dead_ = status;
    return fail(status);
}

cudaError_t Session::last_error()
{
    asked_for_error();
    return last_error_;
}

cudaError_t Session::take_last_error()
{
    asked_for_error();
    return std::exchange(last_error_, cudaSuccess);
}

// The engine's interface for its caller.

void reset_watchers() { Session::instance().reset(); }
HostWork host_work() { return Session::instance().host_work; }
Counters counters() { return Session::instance().counters(); }
std::vector<Finding> findings()
{
    Session::instance().revive();
    return Session::instance().findings();
}
Allocated allocated() { return {Arena::instance().live_count(), Arena::instance().live_bytes()}; }
std::uint64_t allocation_mark() { return Arena::instance().allocations().size(); }

std::vector<Finding> leaks_since(std::uint64_t mark)
{
    std::vector<Finding> leaks;
    const auto& all = Arena::instance().allocations();
    const auto textures = live_textures();
    for (std::size_t i = mark; i < all.size(); ++i) {
        const bool stands = std::any_of(textures.begin(), textures.end(), [&](const Texture* one) { return one->allocation == &all[i]; });
        if (all[i].under_texture && !stands) {
            Finding& early = leaks.emplace_back();
            early.kind = FindingKind::leak;
            early.at = all[i].at;
            early.array = all[i].label.name;
            early.call = "cudaDestroyTextureObject";
            early.outside = Outside::freed;
        }
        if (all[i].freed) continue;
        const auto known = std::find_if(leaks.begin(), leaks.end(), [&](const Finding& leak) {
            return leak.at == all[i].at && leak.array == all[i].label.name;
        });
        if (known != leaks.end()) {
            ++known->count;
            known->bytes += all[i].bytes;
            continue;
        }
        Finding& leak = leaks.emplace_back();
        leak.kind = FindingKind::leak;
        leak.at = all[i].at;
        leak.array = all[i].label.name;
        leak.bytes = all[i].bytes;
        if (all[i].type == MemoryType::array) leak.call = "cudaFreeArray";
    }
    for (const Texture* texture : textures) {
        const auto of = [&](std::size_t i) { return &all[i] == texture->allocation; };
        for (std::size_t i = mark; i < all.size(); ++i) {
            if (!of(i)) continue;
            Finding& leak = leaks.emplace_back();
            leak.kind = FindingKind::leak;
            leak.at = all[i].at;
            leak.array = all[i].label.name;
            leak.call = "cudaDestroyTextureObject";
        }
    }
    return leaks;
}

void set_thread_order(Order order, std::uint64_t seed)
{
    Session::instance().order = order;
    Session::instance().order_seed = seed;
}
void set_host_threads(unsigned count) { Session::instance().host_threads = count; }
void set_launch_limit_seconds(unsigned seconds)
{
    Session::instance().launch_limit_seconds = seconds;
    Session::instance().limit_is_setting = false;
}
void set_report_at_exit(bool report) { Session::instance().report_at_exit = report; }

}  // namespace halo::engine
