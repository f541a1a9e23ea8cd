#pragma once
// A contestant in a process of its own, which works in this process's arrays: the clock, the data and the check stay out of its reach.

#include <functional>
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

/// Started once; the arrays are shared by CUDA IPC handles. Needs Linux, one card for both, and a driver that lends memory to another process.
class Apart {
public:
    /// `words`: the program and its arguments; it runs serve(). Throws Gone.
    Apart(const std::vector<std::string>& words, const std::string& function, const lab::CardArrays& arrays);
    ~Apart();
    Apart(const Apart&) = delete;

    /// A request that hardly does anything on the card: the first one after this process has used it also pays for the change of context.
    void idle();
    /// The function, once, with the filters of these arrays. Returns when it says that its device has finished.
    void call(const lab::CardArrays& arrays);

private:
    void ask(const std::string& request);

    pid_t child_ = -1;
    int to_ = -1, from_ = -1;
};

/// The other side: answers on these descriptors until the first is closed. Calls the function that the first request names.
void serve(int requests, int answers, const std::function<lab::CardCaller(const std::string& function, const lab::Size& size)>& function);

}  // namespace halo::timing
