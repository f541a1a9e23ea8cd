#pragma once
// Runs a request in its own process, so that a crash is a result and not the end.

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/lab/cases.hpp"
#include "harness/student/prints.hpp"
#include "harness/call/run.hpp"
#include "harness/wire/wire.hpp"

namespace halo::lab {

struct Isolated {
    std::string response;             ///< everything that arrived
    std::string ended;                ///< `exit:0`, `signal:11`, `timeout`, …
    std::vector<Printed> printed;     ///< by call; on standard output and standard error
};

/// A pipe, both ends of which are closed at the end.
struct Pipe {
    Pipe();
    ~Pipe();
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_end(int end);

    int ends[2] = {-1, -1};
};

/// A process that runs this while its parent does something else. What it passes to its sink is the response; of what it says it keeps
/// back what does not fit into a pipe until wait() is called. Killed if nobody waits for it.
class Isolation {
public:
    explicit Isolation(const std::function<void(const Sink&)>& child);
    ~Isolation();
    Isolation(const Isolation&) = delete;
    Isolation& operator=(const Isolation&) = delete;

    /// Called once. The process gets `seconds` of wall-clock time from now.
    Isolated wait(unsigned seconds);

private:
    int take_status();

    Pipe response_, prints_;
    pid_t id_ = -1;
};

/// Runs this in a process of its own, and waits for it.
Isolated run_isolated(const std::function<void(const Sink&)>& child, unsigned seconds);

/// The same for a request.
Isolated run_isolated(const Lab& lab, const Request& request, unsigned seconds);

}  // namespace halo::lab
