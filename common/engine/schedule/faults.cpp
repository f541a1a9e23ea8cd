#include "engine/schedule/faults.hpp"

#include <signal.h>
#include <ucontext.h>

#include <cstdint>

#include "engine/schedule/worker.hpp"

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
void interrupt(int, siginfo_t*, void* context)
{
    Worker* worker = Worker::active();
    if (worker != nullptr && worker->runs_student_code()) worker->stop_endless(interrupted_place(context) + 1);
}

void fault(int signal, siginfo_t* info, void* context)
{
    Worker* worker = Worker::active();
    if (worker == nullptr || !worker->in_kernel()) {
        ::signal(signal, SIG_DFL);  // host code: the fault recurs and ends the program as usual
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
    action.sa_flags = SA_SIGINFO | SA_NODEFER | flags;  // the handler may never return
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

int interrupt_signal() { return SIGRTMIN + 2; }

void catch_faults()
{
    install(interrupt_signal(), interrupt, SA_RESTART);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) install(signal, fault, SA_ONSTACK);
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
