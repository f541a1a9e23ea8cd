#pragma once
// A contestant in a process of its own, which works in this process's arrays: the clock, the data and the check stay out of its reach.

#include <stdexcept>
#include <string>
#include <vector>

#include <sys/types.h>

#include "kinds/card_task.hpp"

namespace halo::timing {

/// The other process ended, or does not answer.
struct Gone : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A process that runs serve(), and the pipes to it.
struct Channel {
    int to = -1, from = -1;
    pid_t child = -1;             ///< ours, to be ended by us; -1: somebody else's
};

/// `words`: the program and its arguments. Throws Gone.
Channel started(const std::vector<std::string>& words);

/// The arrays are shared by CUDA IPC handles. Needs Linux, one card for both, and a driver that lends memory to another process. The other one may be
/// another user's, in other namespaces.
class Apart {
public:
    Apart(const Channel& channel, const std::string& function, const lab::CardArrays& arrays);
    ~Apart();
    Apart(const Apart&) = delete;

    /// A request that hardly does anything on the card: the first one after this process has used it also pays for the change of context.
    void idle();
    /// The function, once, with the filters of these arrays. Returns when it says that its device has finished.
    void call(const lab::CardArrays& arrays);

private:
    void ask(const std::string& request);

    Channel channel_;
};

}  // namespace halo::timing
