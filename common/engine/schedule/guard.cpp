#include "engine/schedule/guard.hpp"

#include <csetjmp>
#include <atomic>
#include <cstdio>

#include <pthread.h>
#include <unistd.h>

#include "engine/engine.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/boxes.hpp"
#include "engine/memory/host_arrays.hpp"
#include "engine/memory/program_heap.hpp"
#include "engine/memory/program_memory.hpp"
#include "engine/schedule/scheduler.hpp"
#include "engine/session/caller.hpp"
#include "engine/session/report.hpp"
#include "engine/session/session.hpp"

namespace halo::engine {
namespace {

/// A call of the program by a test. Its frames on the stack are below the test's.
struct Call {
    std::uintptr_t stack_end = 0;
    std::jmp_buf back;
};

thread_local constinit Call* current_call = nullptr;
thread_local constinit std::uintptr_t constructors_stack_end = 0;   // while constructors of the program's variables run
std::atomic<unsigned> calls = 0;

Range stack_of_thread()
{
    pthread_attr_t attributes;
    void* lowest = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
    return {address_of(lowest), address_of(lowest) + bytes};
}

/// The part of this thread's stack that is the program's. A thread that the program has started has a stack of its own.
Range own_stack()
{
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (current_call != nullptr) return {here, current_call->stack_end};
    if (constructors_stack_end != 0) return {here, constructors_stack_end};
    static thread_local const Range all = stack_of_thread();
    return all;
}

bool may_store(std::uintptr_t address, std::uint64_t bytes)
{
    const Range stack = own_stack();
    if (stack.contains(address)) return bytes <= stack.end - address;
    if (Arena::instance().contains(address)) return true;            // device memory is watched elsewhere
    const ProgramMemory& memory = ProgramMemory::instance();
    if (!Guard::in_call() || (!Guard::knows_heap() && !memory.in_image(address)))
        return memory.in_image(address) ? memory.holds_linked(address, bytes) : !Arena::instance().is_shadow(address);
    if (ProgramHeap::holds(address, bytes) || memory.holds(address, bytes)) return true;
    const NamedArray* const named = HostArrays::instance().near(address);      // leaving its elements is reported elsewhere
    return named != nullptr && bytes <= named->end + named->array.after - address;
}

/// Back to the test, with what the finding says; destructors of the functions in between do not run. A program that no test has
/// called ends.
[[noreturn]] void end_call()
{
    if (Call* const call = current_call) {
        EngineScope::leave();
        std::longjmp(call->back, 1);
    }
    report_findings();
    std::fflush(nullptr);
    _exit(1);
}

[[noreturn]] void refuse(Outside owner, std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call)
{
    {
        const EngineScope scope;
        RawFinding s;
        s.kind = FindingKind::out_of_bounds;
        s.kernel = RawFinding::kHost;
        s.outside = owner;
        s.space = Space::host;
        s.access = Access::write;
        s.site = site;
        s.where = address;
        s.bytes = std::uint32_t(bytes);
        s.call = call;
        if (owner == Outside::foreign_memory) s.asked = ProgramHeap::block_before(address);
        Session::instance().add(s, return_addresses());
    }
    end_call();
}

bool stack_holds(const Range& part, std::uintptr_t address)
{
    const Range all = stack_of_thread();
    return all.contains(address) && !part.contains(address);
}

}  // namespace

bool Guard::in_call()
{
    return calls.load(std::memory_order_relaxed) != 0 || constructors_stack_end != 0;
}

bool Guard::on()
{
    return (in_call() || ProgramMemory::has_main()) && !EngineScope::inside() && Scheduler::active() == nullptr;
}

void Guard::check_store(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call)
{
    Outside owner;
    {
        const EngineScope scope;
        if (bytes == 0 || may_store(address, bytes)) return;
        const NamedArray* const named = HostArrays::instance().near(address);
        if (named != nullptr && named->left) owner = Outside::none;        // has been reported, with its name
        else owner = stack_holds(own_stack(), address) ? Outside::test_memory : ProgramMemory::instance().owner(address);
        if (owner == Outside::none && named == nullptr) return;            // not mapped: the processor refuses it
    }
    if (owner == Outside::none) end_call();
    refuse(owner, address, bytes, site, call);
}

void Guard::refuse_free(const void* block, std::uintptr_t site) { refuse(Outside::foreign_memory, address_of(block), 1, site, "free"); }

namespace {

[[gnu::noinline]] void run(Call& call, const std::function<void()>& function)
{
    call.stack_end = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    function();
}

}  // namespace

bool call_guarded(const std::function<void()>& function)
{
    struct Entered {
        Call call;
        Entered()
        {
            current_call = &call;
            ++calls;
        }
        ~Entered()
        {
            current_call = nullptr;
            --calls;
        }
    } entered;
    if (setjmp(entered.call.back) != 0) return false;
    run(entered.call, function);
    return true;
}

}  // namespace halo::engine

// Called before and after the constructors of a program's variables: see headers/halo/program.hpp.
extern "C" {
void halo_program_begins()
{
    if (!halo::engine::ProgramMemory::has_main())
        halo::engine::constructors_stack_end = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 2 * sizeof(void*);
}
void halo_program_has_begun() { halo::engine::constructors_stack_end = 0; }
}
