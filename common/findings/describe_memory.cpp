// What a thread, or host code, did to memory that it may not.

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/phrases.hpp"

namespace halo {

namespace {

std::string not_the_pointer(const Finding& f)
{
    return fmt::format("sizeof({0}) is the size of the pointer: multiply the elements of {0} by the size of one", f.array);
}

/// A copy that leaves a host array, or stops within it.
Message copy(const Finding& f)
{
    const bool read = f.access == Access::read;
    Message m;
    if (f.outside == Outside::wild) {
        m.headline = fmt::format("{}{} {} {} bytes {} &{}, the address of the pointer itself", prefix(f), f.call, read ? "reads" : "writes",
                                 thousands(std::int64_t(f.asked)), read ? "at" : "to", f.array);
        m.where = "in host code";
        add_count(m.where, f.count, "copies");
        m.attempt = fmt::format("leave out the &: {} is where the array is; only cudaMalloc needs an &, because it sets a pointer", f.array);
        return m;
    }
    m.headline = fmt::format("{}{} {} {} bytes {} {}, which has {}", prefix(f), f.call, read ? "reads" : "writes", f.asked,
                             read ? "of" : "to", f.array, f.there);
    if (f.outside == Outside::before_start) m.headline += " there: its start is further on";
    m.where = "in host code";
    add_count(m.where, f.count, "copies");
    const std::uint64_t elements = f.shape.empty() ? 0 : std::uint64_t(f.shape[0]);
    if (f.asked == sizeof(void*)) m.attempt = not_the_pointer(f);
    else if (elements > 0 && f.asked == elements * sizeof(void*) && f.there == elements * sizeof(float))
        m.attempt = "that is 8 bytes an element, and a float has 4: is sizeof taken of a pointer, or are elements counted twice?";
    else
        m.attempt = fmt::format("multiply the elements of {} by the size of one: {} in this call; the room at the other end does not count",
                                f.array, f.shape.empty() ? 0 : f.shape[0]);
    return m;
}

/// An access of host code that leaves an array.
Message left_on_host(const Finding& f)
{
    Message m;
    const bool before = f.outside == Outside::before_start;
    m.headline = fmt::format("{}{} of {}, {} of its {}", prefix(f), verb(f.access), element(f, "memory"), before ? "before the start" : "past the end",
                             shape(f));
    m.where = "in host code";
    add_count(m.where, f.count, "accesses");
    m.attempt = before ? "its first element has the index 0: where does the loop begin?"
                       : fmt::format("its last element has the index {}: how far does the loop run?", f.shape.empty() ? 0 : f.shape[0] - 1);
    return m;
}

/// Host code was stopped before it did something else than store to foreign memory.
std::optional<Message> stopped(const Finding& f)
{
    const std::string call = prefix(f) + f.call;
    switch (f.outside) {
    case Outside::foreign_block:
        return Message{call + " is given a block that is not the function's to give back",
                       "in host code; the block was not given back, and the call ended there",
                       "give back each block that you allocate once, and no other: is it an argument, or has it been freed before?"};
    case Outside::device_block: {
        const std::string array = f.array.empty() ? "memory" : f.array;
        const std::string line = f.allocated.line > 0 && f.allocated.file == f.at.file ? fmt::format(" in line {}", f.allocated.line) : "";
        return Message{fmt::format("{} is given {}, which is not host memory", call, array),
                       fmt::format("in host code; {} was allocated by cudaMalloc{}; the block was not given back, and the call ended there",
                                   f.array.empty() ? "it" : f.array, line),
                       fmt::format("{} gives back only host memory; what cudaMalloc has allocated, cudaFree gives back: cudaFree({})", f.call,
                                   f.array.empty() ? "d_in" : f.array)};
    }
    case Outside::foreign_stream:
        return Message{call + " is given a stream that is none of stdin, stdout and stderr",
                       "in host code; the call ended there",
                       "print to stdout or stderr"};
    case Outside::left_program:
        return Message{call + " ends the program",
                       "in host code; the program went on without this call",
                       "return from the function: its results are fetched afterwards"};
    default: return {};
    }
}

/// A store of host code to memory that is not its own. It was prevented.
Message foreign_store(const Finding& f)
{
    if (auto other = stopped(f)) return *other;
    Message m;
    const std::string store = prefix(f) + (f.call.empty() ? "host code" : f.call) + " stores to ";
    m.where = "in host code; the store was not made, and the call ended there";
    if (f.outside == Outside::const_argument) {
        m.headline = fmt::format("{}{}, which is const", store, f.array.empty() ? "an argument" : f.array);
        m.attempt = fmt::format("leave {} as it is: store to an array of your own, or to the output", f.array.empty() ? "it" : f.array);
    } else if (f.outside == Outside::engine_memory) {
        m.headline = store + "memory of the engine, which runs and counts the kernels";
        m.attempt = "store only to variables, allocations and arrays of your own: where does this pointer come from?";
    } else if (f.outside == Outside::test_memory) {
        m.headline = store + "memory of the test that called the function";
        m.attempt = "store only to your own memory and to the arrays that are arguments: is an index too large, or a pointer another array's?";
    } else if (f.there > 0) {
        m.headline = fmt::format("{}memory past the end of a block of {} bytes on the heap", store, thousands(std::int64_t(f.there)));
        m.attempt = "count the bytes that were allocated, and test the index against the number of elements";
    } else {
        m.headline = store + "memory that is neither its own nor an argument";
        m.attempt = "was the pointer ever set, was its memory freed, or is the index too large for the array?";
    }
    return m;
}

/// Rows of an array follow each other: `s_tile[20][0]` has the address of `s_tile[19][20]`, and `s_tile[-3][18]` that of `s_tile[-2][-2]`. Nobody
/// but its author knows which of the two was meant. An index that leaves its row by more than half is not taken for one.
std::string same_address(const Finding& f)
{
    if ((f.space != Space::shared && f.space != Space::constant) || f.index.size() != 2 || f.shape.size() != 2) return {};
    const auto [y, x] = std::pair(f.index[0], f.index[1]);
    const auto [rows, columns] = std::pair(f.shape[0], f.shape[1]);
    if (y == rows && 2 * x < columns) return fmt::format("; {}[{}][{}] has the same address", f.array, y - 1, x + columns);
    if (y < 0 && 2 * x >= columns) return fmt::format("; {}[{}][{}] has the same address", f.array, y + 1, x - columns);
    return {};
}

/// An access of several elements that ends outside: nothing is wrong with the index that it begins with.
Message ends_outside(const Finding& f, std::string_view extent, std::string where)
{
    Message m;
    m.headline = fmt::format("{}{} of several elements from {} on, past the end of its {}", prefix(f), verb(f.access), element(f, "memory"), shape(f, extent));
    m.where = std::move(where);
    m.attempt = "the last element of a float4 must be inside, too: test that one, and copy the rest one by one";
    return m;
}

/// A thread's own array. Whether it was read or written is not always known.
Message left_local(const Finding& f, std::string where)
{
    const bool before = f.outside == Outside::before_start;
    std::size_t wrong = 0;   // the index that is outside
    while (wrong + 1 < f.index.size() && f.index[wrong] >= 0 && f.index[wrong] < f.shape[wrong]) ++wrong;
    Message m;
    m.headline = fmt::format("{}{} is {} its {}", prefix(f), element(f, "a local array"), before ? "before the start of" : "past the end of",
                             wrong == 0 ? shape(f) : fmt::format("row, which has {} elements", f.shape[wrong]));
    m.where = std::move(where);
    m.attempt = before ? "its first element has the index 0: can the index be negative?"
                       : fmt::format("its last index is {}: how far does the loop run?", f.shape[wrong] - 1);
    return m;
}

}  // namespace

bool begins_inside(const Finding& f)
{
    if (f.outside != Outside::past_end || f.index.empty() || f.index.size() != f.shape.size()) return false;
    for (std::size_t i = 0; i < f.index.size(); ++i)
        if (f.index[i] < 0 || f.index[i] >= f.shape[i]) return false;
    return true;
}

Message short_copy(const Finding& f, std::string_view)
{
    Message m;
    m.headline = fmt::format("{}{} {} only {} bytes {} {}, which has {}", prefix(f), f.call, f.access == Access::read ? "reads" : "writes", f.asked,
                             f.access == Access::read ? "of" : "to", f.array, f.there);
    m.where = fmt::format("in host code; {} is the size of a pointer", f.asked);
    m.attempt = not_the_pointer(f);
    return m;
}

/// The array that the pointer should point to may be one for which there was no room.
std::string refused_allocation(const Finding& f)
{
    const std::string at = f.allocated.line > 0 ? " at " + describe(f.allocated) : "";
    return fmt::format("; before, {}{} was asked for {} bytes, and {} were free", f.call, at, f.asked, f.there);
}

Message out_of_bounds(const Finding& f, std::string_view extent)
{
    if (ends_call(f.outside)) return foreign_store(f);
    const bool no_room = !f.kernel.empty() && (f.outside == Outside::null_pointer || f.outside == Outside::wild) && f.asked > 0;
    if (f.space == Space::host && f.asked > 0 && !no_room) return copy(f);
    if (f.space == Space::host && f.outside != Outside::host_pointer && !f.index.empty()) return left_on_host(f);
    Message m;
    m.where = f.kernel.empty() ? "in host code" : who(f);
    add_count(m.where, f.count, "accesses");
    if (no_room) m.where += refused_allocation(f);
    else if (f.allocated.line > 0) m.where += "; allocated at " + describe(f.allocated);
    m.where += same_address(f);
    if (f.space == Space::local) return left_local(f, std::move(m.where));
    if (begins_inside(f)) return ends_outside(f, extent, std::move(m.where));

    const std::string access(verb(f.access));
    const std::string of = access + " of " + element(f, "memory");
    const bool shared = f.space == Space::shared;
    switch (f.outside) {
    case Outside::past_end:
        m.headline = of + ", past the end of " + (f.shape.empty() ? "its array" : "its " + shape(f, extent));
        if (shared && f.shape == std::vector<std::int64_t>{0})
            m.attempt = "the launch gives no dynamic shared memory: kernel<<<grid, block, bytes>>>";
        else if (shared && f.access == Access::read)
            m.attempt = "does a thread with nothing to compute read, or does its index start too far along?";
        else if (shared && f.block != Index3{}) m.attempt = "count how many elements the block needs, and which thread stores which: does the index start from 0 again in this block?";
        else if (shared) m.attempt = "count how many elements the block needs, and which thread stores which";
        else if (went_below_zero(f)) m.attempt = "the index went below 0 in unsigned arithmetic: compute it as int, and test it against 0";
        else if (f.space == Space::constant) m.attempt = "count the elements that were copied there: how far does the loop run?";
        else m.attempt = "test the index against the size first: the last block has threads with nothing to do. Is there a test? Then it lets "
                         "this thread through, or tests another index";
        break;
    case Outside::before_start:
        m.headline = of + ", before the start of " + (f.shape.empty() ? "its array" : "its " + shape(f, extent));
        m.attempt = f.space == Space::constant ? "its first element has the index 0: is an offset used as an index?"
                    : shared ? "its first element has the index 0: is this an index of the shared array, or one of the input?"
                    : f.access == Access::read ? "test the index against 0 first: which threads have nothing to read there? Is there a test? Then it lets this thread through, or tests another index"
                                               : "which threads have an output? Test that before the store";
        break;
    case Outside::freed:
        m.headline = of + ", which was freed before";
        m.attempt = "free an array only after the last kernel and copy that use it";
        break;
    case Outside::host_pointer:
        if (f.space == Space::constant || (f.kernel.empty() && f.copy_is_variable)) {
            m.headline = fmt::format("{} is passed to a kernel, but in host code its name is not a device address", f.array);
            m.attempt = fmt::format("a kernel uses {} by its name, without a parameter", f.array);
            break;
        }
        m.headline = access + (f.array.empty() ? " through a host pointer" : " of " + element(f, "")
                               + ", which is host memory,") + " in a kernel";
        m.attempt = f.device_copy.empty() ? "give the kernel the device copy: the pointer that cudaMalloc set (d_…), not the host's (h_…)"
                  : f.copy_is_variable ? fmt::format("the device has a copy of it in {0}: a kernel uses {0} by its name, without a parameter", f.device_copy)
                                       : fmt::format("the device has a copy of it: give the kernel {}", f.device_copy);
        break;
    case Outside::device_pointer:
        m.headline = access + " of " + element(f, "device memory")
                     + (f.array.empty() ? " in host code" : ", which is device memory, in host code");
        m.where.clear();
        if (f.allocated.line > 0) m.where = "allocated at " + describe(f.allocated);
        m.attempt = f.space == Space::constant
            || (f.copy_is_variable && f.access != Access::read) ? fmt::format("cudaMemcpyToSymbol({}, …) brings values to the device; the host has only the name", f.array)
            : f.copy_is_variable ? fmt::format("cudaMemcpyFromSymbol(…, {}, …) brings values to the host, which has only the name", f.array)
            : f.access == Access::read ? "copy it to the host with cudaMemcpy first; the host cannot follow a device pointer"
                                       : "cudaMemcpy brings values to the device; the host cannot follow a device pointer";
        break;
    case Outside::null_pointer:
        m.headline = access + " through a null pointer";
        m.attempt = no_room ? "check what each allocation returns, and print how many bytes it is asked for"
                            : "allocate the array before the launch, and check what cudaMalloc returns";
        break;
    case Outside::misaligned:
        m.headline = access + fmt::format(" of {0} bytes at an address that is not a multiple of {0}", f.bytes);
        m.attempt = "a float4 needs an address that is a multiple of 16: test that of each array, the input's and the output's, and that each row begins at one, too; where one does not, load and store floats";
        break;
    case Outside::other_thread:
        m.headline = access + " of a local variable of another thread";
        m.where += "; it belongs to thread " + index(f.other_thread);
        m.attempt = "a local variable is its thread's alone: threads of a block share what is declared __shared__";
        break;
    case Outside::wild:
        if (f.space == Space::constant) {
            m.headline = of + ", which is constant memory, by a kernel";
            m.attempt = "kernels only read constant memory; the host fills it with cudaMemcpyToSymbol";
            break;
        }
        [[fallthrough]];
    case Outside::engine_memory:
    case Outside::test_memory:
    case Outside::foreign_memory:
    case Outside::const_argument:
    case Outside::foreign_block:
    case Outside::device_block:
    case Outside::foreign_stream:
    case Outside::left_program:
    case Outside::called_by_kernel:
    case Outside::stack:
    case Outside::assertion:
    case Outside::division:
    case Outside::trap:
    case Outside::none:
        m.headline = access + " of an address that belongs to no array";
        m.attempt = "was the pointer ever set, and can the index be negative or far too large?";
        break;
    }
    m.headline = prefix(f) + m.headline;
    return m;
}

/// Bytes brought to an array that were too few: as many as it has elements, if someone forgot the size of one.
std::string whole_copy(const Finding& f)
{
    const auto elements = f.shape.size() == 1 ? std::uint64_t(f.shape[0]) : 0;
    if (elements == f.asked && elements > 0)
        return fmt::format("a copy counts bytes, not elements: {} element{} of {} bytes {} {}", thousands(std::int64_t(elements)), elements == 1 ? "" : "s", f.there / elements, elements == 1 ? "is" : "are",
                           thousands(std::int64_t(f.there)));
    return fmt::format("copy the whole array, and count in bytes: {} has {}", f.array.empty() ? "it" : f.array, thousands(std::int64_t(f.there)));
}

Message uninitialised(const Finding& f, std::string_view)
{
    const bool short_copy = f.other.line > 0 && f.asked < f.there;
    const bool shared = f.space == Space::shared, local = f.space == Space::local;
    Message m;
    m.headline = fmt::format("{}read of {}, which was never initialised", prefix(f),
                             element(f, shared ? "shared memory" : "global memory"));
    m.where = who(f);
    add_count(m.where, f.count, "reads");
    if (short_copy)
        m.where += fmt::format("; the copy {} brings {} of its {} bytes", line_of(f.other, f.at), thousands(std::int64_t(f.asked)), thousands(std::int64_t(f.there)));
    else if (f.allocated.line > 0) m.where += "; allocated at " + describe(f.allocated);
    m.attempt = short_copy ? whole_copy(f)
                : local ? "each thread has its own array, and gets a new one each time it enters the braces around it: store every element before it is read. "
                          "An array that threads fill together is __shared__"
                : shared ? "store every element before it is read: which thread should have stored this one?"
                       : "fill the array before a kernel reads it: cudaMemcpy, cudaMemset or an earlier kernel";
    return m;
}

Message crash(const Finding& f, std::string_view)
{
    Message m;
    if (f.outside == Outside::stack) {
        m.headline = prefix(f) + "a thread has used up its local memory";
        m.where = "in kernel " + f.kernel + ", " + who(f);
        m.attempt = "does a function call itself without end, or is a local array very large?";
        return m;
    }
    if (f.outside == Outside::division) {
        m.headline = prefix(f) + "an integer is divided by 0";
        m.where = "in kernel " + f.kernel + ", " + who(f);
        m.attempt = "a card reports no error, and the result can be any number: test the divisor first";
        return m;
    }
    if (f.outside == Outside::assertion || f.outside == Outside::trap) {
        m.headline = prefix(f) + (f.outside == Outside::trap ? "__trap() was called" : fmt::format("the assertion `{}` failed", f.call));
        m.where = "in kernel " + f.kernel + ", " + who(f);
        add_count(m.where, f.count, "threads");
        m.attempt = "print the values from this one thread: if (threadIdx.x == …) printf(…);";
        return m;
    }
    if (f.outside == Outside::called_by_kernel) {
        const bool launch = f.call == "<<<>>>";
        m.headline = prefix(f) + (launch ? "a kernel is launched by a kernel" : f.call + " is called by a kernel");
        m.where = "in kernel " + f.kernel + ", " + who(f);
        m.attempt = launch ? "is a host function launched as a kernel, through a pointer or a template? Only a __global__ function can be launched"
                           : "only host code calls it: before the launch, or after it";
        return m;
    }
    if (f.outside != Outside::none) return out_of_bounds(f, {});
    m.headline = prefix(f) + "the program died here";
    if (!f.kernel.empty()) m.where = "in kernel " + f.kernel + ", " + who(f);
    m.attempt = "which pointer, index or divisor does this line use, and which value has it here?";
    return m;
}

}  // namespace halo
