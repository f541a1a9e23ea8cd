#include "engine/schedule/guard.hpp"

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <optional>

#include <pthread.h>
#include <unistd.h>

#include "engine/end_process.hpp"
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
#include "engine/session/turn.hpp"

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
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};       // not known
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
    return {address_of(lowest), address_of(lowest) + bytes};
}

/// What the kernel has set aside for this thread.
const Range& whole_stack()
{
    static thread_local const Range all = stack_of_thread();
    return all;
}

/// The part of this thread's stack that is the program's: from `floor`, where the innermost function of the program ends, to where it
/// was called. A thread that the program has started has a stack of its own. None where the program has moved the stack pointer to
/// other memory.
std::optional<Range> stack_above(std::uintptr_t floor)
{
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const Range& all = whole_stack();
    if (all.end != 0 && !all.contains(here)) return std::nullopt;
    const std::uintptr_t end = current_call != nullptr ? current_call->stack_end : constructors_stack_end != 0 ? constructors_stack_end : all.end;
    return Range{std::max(floor, here), end};
}

bool is_const(const NamedArray* named, std::uintptr_t address) { return named != nullptr && named->array.constant && named->holds(address, 1); }

/// Of memory that is on no stack.
bool is_programs(std::uintptr_t address, std::uint64_t bytes)
{
    const ProgramMemory& memory = ProgramMemory::instance();
    if (!Guard::in_call())
        return memory.in_image(address) ? memory.holds_linked(address, bytes) : !Arena::instance().is_shadow(address);
    return ProgramHeap::holds(address, bytes) || memory.holds(address, bytes);
}

bool may_store(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t floor)
{
    const std::optional<Range> stack = stack_above(floor);
    if (!stack) return false;
    if (stack->contains(address)) return bytes <= stack->end - address;
    if (Arena::instance().contains(address)) return true;            // device memory is watched elsewhere
    if (is_programs(address, bytes)) return true;
    const NamedArray* const named = HostArrays::instance().near(address);      // leaving its elements is reported elsewhere
    return named != nullptr && !is_const(named, address) && bytes <= named->end + named->array.after - address;
}

/// Back to the test, with what the finding says; destructors of the functions in between do not run. A program that no test has
/// called ends.
[[noreturn]] void end_call()
{
    if (Call* const call = current_call) {
        Turn::leave();
        EngineScope::leave();
        std::longjmp(call->back, 1);
    }
    report_findings();
    std::fflush(nullptr);
    const int code = Session::instance().error_exit_code;
    end_process(code != 0 ? code : 1);        // it has no exit code of its own
}

[[noreturn]] void refuse(Outside owner, std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call)
{
    {
        const EngineScope scope;
        RawFinding s;
        s.kind = owner == Outside::left_program ? FindingKind::crash : FindingKind::out_of_bounds;
        s.kernel = RawFinding::kHost;
        s.outside = owner;
        s.space = Space::host;
        s.access = Access::write;
        s.site = site;
        s.where = address;
        s.bytes = std::uint32_t(bytes);
        s.call = call;
        if (owner == Outside::foreign_memory) s.asked = ProgramHeap::block_before(address);
        if (owner == Outside::device_block) s.allocation = Arena::instance().find(address);
        if (owner == Outside::const_argument) s.host_array = HostArrays::instance().near(address)->array;
        Session::instance().add(s, return_addresses());
    }
    end_call();
}

/// Whose memory it is that the program may not store to.
Outside owner_of(std::uintptr_t address, const NamedArray* named, std::uintptr_t floor)
{
    if (is_const(named, address)) return Outside::const_argument;
    const std::optional<Range> stack = stack_above(floor);
    if (!stack) return Outside::foreign_memory;
    if (whole_stack().contains(address)) return address < stack->begin ? Outside::engine_memory : Outside::test_memory;
    return ProgramMemory::instance().owner(address);
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

void Guard::check_store(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call, std::uintptr_t floor)
{
    Outside owner;
    {
        const EngineScope scope;
        if (bytes == 0 || may_store(address, bytes, floor)) return;
        const NamedArray* const named = HostArrays::instance().near(address);
        if (named != nullptr && named->left) owner = Outside::none;        // has been reported, with its name
        else owner = owner_of(address, named, floor);
        if (owner == Outside::none && named == nullptr) return;            // not mapped: the processor refuses it
    }
    if (owner == Outside::none) end_call();
    refuse(owner, address, bytes, site, call);
}

Range Guard::own_stack(std::uintptr_t floor) { return stack_above(floor).value_or(Range{}); }

bool Guard::lets_kernel_use(std::uintptr_t address, std::uint64_t bytes, Access kind, const Range& stack)
{
    const bool judged = in_call() || ProgramMemory::has_main();
    if (!judged) return true;
    if (stack.contains(address)) return bytes <= stack.end - address;
    const NamedArray* const named = HostArrays::instance().near(address);
    if (named != nullptr && named->holds(address, bytes)) return kind == Access::read || !named->array.constant;
    return is_programs(address, bytes);
}

void Guard::refuse_free(const void* block, std::uintptr_t site, const char* call)
{
    const bool device = Arena::instance().contains(address_of(block));
    refuse(device ? Outside::device_block : Outside::foreign_block, address_of(block), 1, site, call);
}

void Guard::stop(Outside why, std::uintptr_t site, const char* call) { refuse(why, 0, 0, site, call); }

bool Guard::in_own_call() { return current_call != nullptr && !EngineScope::inside() && Scheduler::active() == nullptr; }

namespace {

[[gnu::noinline]] void run(Call& call, const std::function<void()>& function)
{
    call.stack_end = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    function();
}

}  // namespace

bool call_guarded(const std::function<void()>& function, const std::function<void()>& caught)
{
    const auto all = [&] {
        try {
            function();
        } catch (...) {
            caught();       // what it was is destroyed here, while the guard is on: its destructor is the program's, too
        }
    };
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
    if (caught) run(entered.call, all);
    else run(entered.call, function);
    return true;
}

void unguarded(const std::function<void()>& function)
{
    const EngineScope scope;
    function();
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
