#pragma once
// Host threads of the program take turns at the device: each call of CUDA and each launch has it for itself.

#include "engine/session/session.hpp"

namespace halo::engine {

/// During its lifetime the calling host thread has its turn: the device's state is its own to use and change, and no other thread's call
/// or launch is under way. Those that wait go on in the order in which they came. Turns nest. Code within a turn is the engine's own.
class Turn {
public:
    Turn() { begin(); }
    ~Turn() { end(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// All turns of this thread are left without their destructors.
    static void leave();
    /// Of a call that has crashed and will not go on: no other thread gets its turn, but a report need not wait for it.
    static void leave_state();

private:
    static void begin();
    static void end();

    const EngineScope scope_;      // first: what waits for a turn is the engine, too
};

/// Within a turn: blocks of a launch run, which leave the state of calls and findings alone. So a report need not wait for them.
class BlocksRun {
public:
    BlocksRun();
    ~BlocksRun();
    BlocksRun(const BlocksRun&) = delete;
    BlocksRun& operator=(const BlocksRun&) = delete;
};

/// During its lifetime no call of CUDA changes what a report reads; blocks may run.
class QuietState {
public:
    QuietState();
    ~QuietState();
    QuietState(const QuietState&) = delete;
    QuietState& operator=(const QuietState&) = delete;

private:
    const bool taken_;
};

}  // namespace halo::engine
