#include "engine/session/ending_signals.hpp"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <thread>

#include "engine/session/own_threads.hpp"
#include "engine/session/report.hpp"
#include "engine/session/session.hpp"
#include "engine/session/turn.hpp"

namespace halo::engine {
namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU};
constexpr int kMilliseconds = 10, kPatience = 3000 / kMilliseconds;

sem_t arrived;
constexpr int kNoSignal = -1;
std::atomic<int> ends = 0;              // the signal that ends the program, or kNoSignal for a call; 0: nothing has come
std::atomic<bool> ends_itself = false;  // what crashed, or calls, waits for the report, and ends the program itself
std::atomic<bool> reported = false, found = false;
pid_t process = 0;                      // a child of fork() has the handler, but not the thread that reports
clockid_t reporters_time;               // the processor time of that thread
thread_local constinit bool reports = false;

void set_action(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART | SA_ONSTACK;      // a kernel may have filled its stack
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

/// Ends the process by the signal: whoever waits for it sees which it was.
void end_by(int signal)
{
    set_action(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    raise(signal);
}

/// Returns when the report has been made, or gets no further for three seconds: what crashed, or the code that a signal's handler
/// interrupted, may hold a lock that the report needs. A long report, or one for a slow reader, takes the time that it takes.
void wait_for_report()
{
    timespec before{}, now{};
    for (int idle = 0; idle < kPatience && !reported; ++idle) {
        poll(nullptr, 0, kMilliseconds);
        clock_gettime(reporters_time, &now);
        if (now.tv_sec != before.tv_sec || now.tv_nsec != before.tv_nsec) idle = 0;
        before = now;
    }
}

/// Nothing can be printed here: the signal may have come within malloc or printf. Another thread does it.
void handle(int signal)
{
    const int error = errno;
    int none = 0;
    const bool first = ends.compare_exchange_strong(none, signal);
    if (getpid() != process || (!first && signal == SIGINT)) return end_by(signal);     // Ctrl-C again: somebody does not want to wait
    if (first) sem_post(&arrived);
    // The program's own code waits here, so that it does nothing more. The engine's code, or a kernel, does not: it holds a lock that
    // the report needs.
    if (!EngineScope::inside()) {
        wait_for_report();
        while (reported) poll(nullptr, 0, kMilliseconds);       // for the end, which is near
    }
    errno = error;
}

/// The C library calls abort() for a damaged heap, say; the program's own calls have reported before they come here.
void handle_abort(int signal)
{
    report_before_crash(signal);
    end_by(signal);
}

void report_and_end()
{
    const EngineScope scope;
    reports = true;
    while (sem_wait(&arrived) != 0) {}
    found = report_findings();
    reported = true;
    if (!ends_itself) end_by(ends);
}

/// Has the other thread report, and waits for it. `by`: the signal that ends the program, or kNoSignal.
void report_elsewhere(int by)
{
    Turn::leave_state();                // copies with a wrong host pointer crash within a call
    int none = 0;
    if (ends.compare_exchange_strong(none, by)) {
        ends_itself = true;
        sem_post(&arrived);
    }
    wait_for_report();
}

void install()
{
    process = getpid();
    sem_init(&arrived, 0, 0);
    {
        const StartsOwnThreads starts;
        std::thread reporter(report_and_end);
        pthread_getcpuclockid(reporter.native_handle(), &reporters_time);
        reporter.detach();
    }
    for (const int signal : kSignals) {
        struct sigaction now {};
        const bool ends_program = sigaction(signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL;
        if (ends_program) set_action(signal, signal == SIGABRT ? handle_abort : handle);
    }
}

}  // namespace

void report_before_signals_end_it()
{
    static std::once_flag once;
    std::call_once(once, install);
}

void report_before_crash(int signal)
{
    if (getpid() == process && !reports) report_elsewhere(signal);
}

int report_before_end(int code)
{
    if (getpid() != process || !Session::instance().report_at_exit) return code;      // reported, or not to be
    if (!reports) report_elsewhere(kNoSignal);      // the call may come from a signal's handler, which must not print either
    const int chosen = Session::instance().error_exit_code;
    return found && chosen != 0 ? chosen : code;
}

void leave_report_to_signal()
{
    while (ends != 0 && !reports && getpid() == process) pause();
}

}  // namespace halo::engine
