#pragma once
// State that outlives a launch: findings, counts, settings; and the last error of each host thread. One per process.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/headers/halo/api.hpp"
#include "engine/engine.hpp"
#include "engine/watch/raw_findings.hpp"
#include "findings/verdict.hpp"

namespace halo::engine {

class Session {
public:
    static Session& instance();

    /// The number of a kernel's name.
    std::uint32_t kernel_number(const char* name);
    std::string kernel_name(std::uint32_t number);   ///< without template arguments
    void add(const RawFindingLog& log, const Counters& counters);
    void add(const RawFinding& raw);
    /// A finding of host code whose site may be in a library: its line is the innermost of `call` that is in the program.
    void add(RawFinding raw, const std::vector<std::uintptr_t>& call);

    std::vector<Finding> findings() const;
    Counters counters() const;
    HostWork host_work;
    void reset();

    /// Returns `status`, and keeps it for cudaGetLastError(), which each host thread asks for its own errors.
    cudaError_t fail(cudaError_t status);
    /// An error of a kernel that ran: returned by the next call that waits for the device, of whichever host thread.
    void fail_later(cudaError_t status) { pending_error_ = status; }
    cudaError_t take_pending();
    /// A kernel's fault has been reported, after which a card refuses each call, with its error. Not between a lab's tests.
    bool is_dead() const { return dead_ != cudaSuccess; }
    /// Whoever asks for the findings goes on with calls that have nothing to do with them.
    void revive() { dead_ = cudaSuccess; }
    cudaError_t last_error();
    /// The engine's own look at it, by which the program asks for nothing.
    cudaError_t exchange_last_error(cudaError_t status) { return std::exchange(last_error_, status); }
    cudaError_t take_last_error();

    /// A refused call of the program: its line and name are found on the stack, unless they are known.
    void note_refusal(Refusal refusal);
    /// The program does not use what the last refused call of this host thread, or its launch, returned: only cudaGetLastError() reports it.
    void nobody_asks(cudaError_t status, std::string_view call, Place at);
    /// Of all host threads, since each last asked; in the order of lines, each cause once.
    std::vector<Refusal> unasked() const;

    std::vector<Refusal> refusals() const;

    /// In the format of a kernel's printf.
    void note_literal(std::string_view conversion, std::uintptr_t site);
    /// Until the program waits for the device, it may end first.
    void note_printed(std::uint32_t kernel, Place at);
    /// What a card would not have printed, or otherwise. They fail nobody.
    std::vector<Message> remarks() const;

    Order order = Order::forward;
    std::uint64_t order_seed = 0;
    unsigned host_threads = 0;
    unsigned launch_limit_seconds = 10;
    bool limit_is_setting = true;    ///< whoever runs the program may choose another
    std::atomic<bool> report_at_exit = true;
    int error_exit_code = 1;         ///< of a program with findings; 0: its own
    bool excuse_same_value = true;   ///< two writes of the same value are not a race

private:
    Session();
    void asked_for_error();
    /// There will be something to report.
    void prepare_report() const;

    mutable std::mutex mutex_;
    std::vector<std::string> kernels_;
    std::set<std::string> files_;    // named by findings
    RawFindingLog log_;
    Counters counters_;
    std::multimap<unsigned, Refusal> unasked_;      // by the host thread's number
    unsigned threads_unasked_ = 0;
    struct NotedRefusal {
        Refusal refusal;
        std::vector<std::uintptr_t> call;
        std::uint32_t serial;           // counted with the launches: it was refused before those with higher ones
    };
    void name_refused_allocation(const RawFinding& raw, Finding& finding) const;
    std::vector<NotedRefusal> refusals_;
    cudaError_t pending_error_ = cudaSuccess, dead_ = cudaSuccess;
    std::string literal_;            // the first such conversion
    std::uintptr_t literal_site_ = 0;
    std::string printed_by_;         // the last such kernel, unless the program has waited since
    Place printed_at_;

    static thread_local constinit cudaError_t last_error_;
    static thread_local constinit unsigned own_unasked_;    // this thread's number in unasked_; 0: it has nothing there
};

/// During its lifetime, the calling host thread's accesses to device memory are the engine's own.
class EngineScope {
public:
    EngineScope() : before_(inside_) { inside_ = true; }
    ~EngineScope() { inside_ = before_; }
    EngineScope(const EngineScope&) = delete;
    EngineScope& operator=(const EngineScope&) = delete;
    static bool inside() { return inside_; }
    /// All scopes of this thread are left without their destructors.
    static void leave() { inside_ = false; }

private:
    bool before_;
    friend class ProgramScope;
    static thread_local constinit bool inside_;   // constinit: accessible without a call
};

/// The opposite: during its lifetime, the engine runs a function that the program has given it.
class ProgramScope {
public:
    ProgramScope() : before_(EngineScope::inside_) { EngineScope::inside_ = false; }
    ~ProgramScope() { EngineScope::inside_ = before_; }
    ProgramScope(const ProgramScope&) = delete;
    ProgramScope& operator=(const ProgramScope&) = delete;

private:
    bool before_;
};

}  // namespace halo::engine
