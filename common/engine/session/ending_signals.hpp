#pragma once
// A signal that ends the program, such as Ctrl-C, a limit of processor time or a crash, or a call of _exit: what is known by then is
// reported first.

namespace halo::engine {

/// From now on, while the program leaves the signal's action as it was, and that was to end it. Once per process; needs a call for each report
/// that may become due, because only then is there something to report.
void report_before_signals_end_it();

/// Within the handler of a fault of host code: reports, and returns for the fault to recur. Nothing, if no call for a report has come.
void report_before_crash(int signal);

/// Within _exit: reports, and returns the exit code, which is the program's or the one for findings.
int report_before_end(int code);

/// Does not return if a signal is about to end the program: the report is made elsewhere. Otherwise, does nothing.
void leave_report_to_signal();

}  // namespace halo::engine
