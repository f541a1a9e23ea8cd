#include "engine/schedule/faults.hpp"

#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <utility>

#include "engine/memory/host_arrays.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/session/ending_signals.hpp"
#include "engine/session/session.hpp"

namespace halo::engine {
namespace {

std::uintptr_t interrupted_place(const void* context)
{
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(registers.pc);
#endif
}

/// Adds 1 to imitate a return address: lines are looked up one byte before it.
///
/// Signals queue on a busy machine. The next one waits until the worker is known to be stopping: else it would interrupt this
/// function, and that would be the place.
void interrupt(int signal, siginfo_t*, void* context)
{
    Worker* worker = Worker::active();
    if (worker == nullptr || !worker->begin_stopping()) return;
    sigset_t queued;
    sigemptyset(&queued);
    sigaddset(&queued, signal);
    pthread_sigmask(SIG_UNBLOCK, &queued, nullptr);   // stop_endless does not return
    worker->stop_endless(interrupted_place(context) + 1);
}

/// Library code was given too large a size, or the hook of this access has already reported it: the fence is opened, and the
/// access happens there.
bool leaves_host_array(std::uintptr_t address, std::uintptr_t place)
{
    if (!open_fence(address)) return false;
    NamedArray& named = *HostArrays::instance().near(address);
    if (std::exchange(named.left, true)) return true;
    RawFinding s;
    s.kind = FindingKind::out_of_bounds;
    s.kernel = RawFinding::kHost;
    s.outside = address < named.begin ? Outside::before_start : Outside::past_end;
    s.space = Space::host;
    s.host_array = named.array;
    s.site = place + 1;
    s.where = address;
    Session::instance().add(s);
    return true;
}

void fault(int signal, siginfo_t* info, void* context)
{
    Worker* worker = Worker::active();
    if (worker == nullptr || !worker->in_kernel()) {
        if (signal == SIGSEGV && leaves_host_array(reinterpret_cast<std::uintptr_t>(info->si_addr), interrupted_place(context))) return;
        report_before_crash(signal);
        ::signal(signal, SIG_DFL);  // host code: the fault recurs and ends the program as usual
        if (info->si_code <= 0) raise(signal);      // it was sent, and does not recur
        return;
    }
    const bool has_address = signal == SIGSEGV || signal == SIGBUS;
    worker->die(interrupted_place(context) + 1, has_address ? reinterpret_cast<std::uintptr_t>(info->si_addr) : 0,
                signal == SIGFPE);
}

void install(int signal, void (*handler)(int, siginfo_t*, void*), int flags)
{
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | flags;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

int interrupt_signal() { return SIGRTMIN + 2; }

void catch_faults()
{
    install(interrupt_signal(), interrupt, SA_RESTART);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) install(signal, fault, SA_ONSTACK | SA_NODEFER);   // may not return
}

void name_host_array(const HostArray& array)
{
    static const bool caught = [] {
        catch_faults();                // its fences may be protected pages
        return true;
    }();
    (void)caught;
    HostArrays::instance().name(array);
}

HandlerStack::HandlerStack(char* memory)
{
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = kBytes;
    sigaltstack(&stack, &before_);
}

HandlerStack::~HandlerStack() { sigaltstack(&before_, nullptr); }

}  // namespace halo::engine
