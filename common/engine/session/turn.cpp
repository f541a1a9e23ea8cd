#include "engine/session/turn.hpp"

#include <condition_variable>
#include <mutex>

namespace halo::engine {
namespace {

/// First come, first served: with a plain mutex, a thread that launches in a loop takes it again before the next one has woken.
class Queue {
public:
    void take()
    {
        std::unique_lock lock(mutex_);
        if (!taken_) {
            taken_ = true;
            return;
        }
        Waiting me;
        (last_ != nullptr ? last_->next : first_) = &me;
        last_ = &me;
        me.called.wait(lock, [&] { return me.served; });
    }
    void give()
    {
        const std::lock_guard lock(mutex_);
        Waiting* const next = first_;
        if (next == nullptr) {
            taken_ = false;
            return;
        }
        first_ = next->next;
        if (first_ == nullptr) last_ = nullptr;
        next->served = true;
        next->called.notify_one();      // under the lock: `next` is gone as soon as its thread goes on
    }

private:
    struct Waiting {
        std::condition_variable called;
        bool served = false;
        Waiting* next = nullptr;
    };
    std::mutex mutex_;
    bool taken_ = false;
    Waiting *first_ = nullptr, *last_ = nullptr;
};

// Never destroyed: calls may come after all destructors.
Queue& queue()
{
    static auto* const all = new Queue;
    return *all;
}
std::mutex& state_mutex()
{
    static auto* const mutex = new std::mutex;
    return *mutex;
}

thread_local constinit unsigned turns = 0;            // of this thread, one within the other
thread_local constinit bool holds_state = false;

void take_state()
{
    state_mutex().lock();
    holds_state = true;
}
void give_state()
{
    holds_state = false;
    state_mutex().unlock();
}

}  // namespace

void Turn::begin()
{
    if (turns++ != 0) return;
    queue().take();
    take_state();
}

void Turn::end()
{
    if (--turns != 0) return;
    give_state();
    queue().give();
}

void Turn::leave()
{
    if (turns == 0) return;
    const EngineScope scope;
    turns = 1;
    end();
}

void Turn::leave_state()
{
    if (holds_state) give_state();
}

BlocksRun::BlocksRun() { give_state(); }
BlocksRun::~BlocksRun() { take_state(); }

QuietState::QuietState() : taken_(!holds_state)
{
    if (taken_) take_state();
}
QuietState::~QuietState()
{
    if (taken_) give_state();
}

}  // namespace halo::engine
