#include "findings/describe.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace halo {

namespace {

std::string base_name(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);     // npos + 1 is 0
}

std::string place(const Place& at) { return describe(at); }

/// `in line 24`, or with the file's name where it is another file.
std::string line_of(const Place& at, const Place& seen_from)
{
    if (at.file == seen_from.file) return fmt::format("in line {}", at.line);
    return "in " + place(at);
}

/// What every headline begins with.
std::string prefix(const Finding& finding)
{
    if (finding.at.line > 0) return place(finding.at) + ": ";
    return finding.kernel.empty() ? std::string() : finding.kernel + ": ";
}

std::string who(const Finding& finding)
{
    return fmt::format("block {}, thread {}", index(finding.block), index(finding.thread));
}

/// `s_tile[0][16]`; `fallback` where the engine has no name for the array.
std::string element(const Finding& finding, std::string_view fallback)
{
    std::string out = finding.array.empty() ? std::string(fallback) : finding.array;
    if (!finding.array.empty())
        for (const auto i : finding.index) out += fmt::format("[{}]", i);
    return out;
}

/// `1000 elements`, `20 x 20 elements`
std::string shape(const Finding& finding, std::string_view known = {})
{
    if (!known.empty()) return std::string(known);
    std::string out;
    for (const auto extent : finding.shape) out += fmt::format("{}{}", out.empty() ? "" : " x ", extent);
    return out + (out == "1" ? " element" : " elements");
}

std::string_view verb(Access access)
{
    return access == Access::read ? "read" : access == Access::write ? "write" : "atomic update";
}
std::string_view participle(Access access)
{
    return access == Access::read ? "read" : access == Access::write ? "written" : "updated atomically";
}
std::string_view third_person(Access access)
{
    return access == Access::read ? "reads" : access == Access::write ? "writes" : "updates";
}

void add_count(std::string& where, std::uint64_t count, std::string_view things)
{
    if (count > 1) where += fmt::format("; {} such {}", count, things);
}

std::string not_the_pointer(const Finding& f)
{
    return fmt::format("sizeof({0}) is the size of the pointer: multiply the elements of {0} by the size of one", f.array);
}

/// A copy that leaves a host array, or stops within it.
Message copy(const Finding& f)
{
    const bool read = f.access == Access::read;
    Message m;
    m.headline = fmt::format("{}{} {} {} bytes {} {}, which has {}", prefix(f), f.call, read ? "reads" : "writes", f.asked,
                             read ? "of" : "to", f.array, f.there);
    if (f.outside == Outside::before_start) m.headline += " there: its start is further on";
    m.where = "in host code";
    add_count(m.where, f.count, "copies");
    if (f.asked == sizeof(void*)) m.attempt = not_the_pointer(f);
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

Message short_copy(const Finding& f)
{
    Message m;
    m.headline = fmt::format("{}{} {} only {} bytes {} {}, which has {}", prefix(f), f.call, f.access == Access::read ? "reads" : "writes", f.asked,
                             f.access == Access::read ? "of" : "to", f.array, f.there);
    m.where = fmt::format("in host code; {} is the size of a pointer", f.asked);
    m.attempt = not_the_pointer(f);
    return m;
}

Message out_of_bounds(const Finding& f, std::string_view extent)
{
    if (f.space == Space::host && f.asked > 0) return copy(f);
    if (f.space == Space::host && !f.index.empty()) return left_on_host(f);
    Message m;
    m.where = f.kernel.empty() ? "in host code" : who(f);
    add_count(m.where, f.count, "accesses");
    if (f.allocated.line > 0) m.where += "; allocated at " + place(f.allocated);

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
        else if (shared) m.attempt = "count how many elements the block needs, and which thread stores which";
        else if (went_below_zero(f)) m.attempt = "the index went below 0 in unsigned arithmetic: compute it as int, and test it against 0";
        else if (f.space == Space::constant) m.attempt = "count the elements that were copied there: how far does the loop run?";
        else m.attempt = "test the index against the size first, or fix the test that lets it through: the last block has threads "
                         "with nothing to do";
        break;
    case Outside::before_start:
        m.headline = of + ", before the start of " + (f.shape.empty() ? "its array" : "its " + shape(f, extent));
        m.attempt = f.space == Space::constant ? "its first element has the index 0: is an offset taken for an index?"
                    : shared ? "its first element has the index 0: is this an index of the shared array, or one of the input?"
                    : f.access == Access::read ? "test the index against 0 first: which threads have nothing to read there?"
                                               : "which threads have an output? Test that before the store";
        break;
    case Outside::freed:
        m.headline = of + ", which was freed before";
        m.attempt = "free an array only after the last kernel and copy that use it";
        break;
    case Outside::host_pointer:
        if (f.space == Space::constant) {
            m.headline = fmt::format("{} is passed to a kernel, but in host code its name is not a device address", f.array);
            m.attempt = fmt::format("a kernel uses {} by its name, without a parameter", f.array);
            break;
        }
        m.headline = access + (f.array.empty() ? " through a host pointer" : " of " + element(f, "")
                               + ", which is host memory") + " in a kernel";
        m.attempt = "give the kernel the device copy: the pointer that cudaMalloc set (d_…), not the host's (h_…)";
        break;
    case Outside::device_pointer:
        m.headline = access + " of " + element(f, "device memory")
                     + (f.array.empty() ? " in host code" : ", which is device memory, in host code");
        m.where.clear();
        if (f.allocated.line > 0) m.where = "allocated at " + place(f.allocated);
        m.attempt = f.space == Space::constant
            ? fmt::format("cudaMemcpyToSymbol({}, …) brings values to the device; the host has only the name", f.array)
            : f.access == Access::read ? "copy it to the host with cudaMemcpy first; the host cannot follow a device pointer"
                                       : "cudaMemcpy brings values to the device; the host cannot follow a device pointer";
        break;
    case Outside::null_pointer:
        m.headline = access + " through a null pointer";
        m.attempt = "allocate the array before the launch, and check what cudaMalloc returns";
        break;
    case Outside::misaligned:
        m.headline = access + fmt::format(" of {0} bytes at an address that is not a multiple of {0}", f.bytes);
        m.attempt = "does the array start, and does each row start, at a multiple of the vector's size?";
        break;
    case Outside::wild:
        if (f.space == Space::constant) {
            m.headline = of + ", which is constant memory, by a kernel";
            m.attempt = "kernels only read constant memory; the host fills it with cudaMemcpyToSymbol";
            break;
        }
        [[fallthrough]];
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

/// What the thread did that is missing where others wait.
std::string absence(const Finding& f)
{
    if (f.other_left && f.other.line > 0) return "left first, by the `return` " + line_of(f.other, f.at);
    if (f.other_left) return "reached the end of the kernel without it";
    if (f.other.line > 0) return "waits at another barrier, " + line_of(f.other, f.at);
    return "did not arrive";
}

/// A function that lanes of a warp call together.
Message lanes(const Finding& f)
{
    Message m;
    if (f.unnamed && f.thread == f.other_thread) {
        m.headline = fmt::format("{}{}() called with the mask 0x{:08x}, which does not name the calling lane", prefix(f), f.call, f.mask);
        m.where = who(f);
        add_count(m.where, f.count, "calls");
        m.attempt = "the mask names all lanes that make this call, the calling one included: 0xffffffff, or what __ballot_sync() gave";
        return m;
    }
    if (f.unnamed) {
        const unsigned lane = ((f.other_thread.z * f.block_shape.y + f.other_thread.y) * f.block_shape.x + f.other_thread.x) % 32;
        const bool named = (f.mask >> lane & 1) != 0;
        m.headline = fmt::format("{}{}() takes the value of lane {}, which ", prefix(f), f.call, lane) +
                     (named ? "does not exist: the block ends before" : fmt::format("its mask 0x{:08x} does not name", f.mask));
        m.where = who(f);
        add_count(m.where, f.count, "calls");
        m.attempt = "only lanes that exist, and that the mask names, bring a value: limit the source lane, or name it";
        return m;
    }
    m.headline = fmt::format("{}{}() reached by {} of the {} lanes that its mask names", prefix(f), f.call, f.arrived, f.expected);
    m.where = fmt::format("block {}; thread {} is one of them, thread {} {}", index(f.block), index(f.thread),
                          index(f.other_thread), absence(f));
    add_count(m.where, f.count, "cases");
    m.attempt = "call it outside of every `if`, or name in the mask just the lanes that come: __ballot_sync() before the `if` tells";
    return m;
}

Message barrier(const Finding& f)
{
    const unsigned threads = f.block_shape.x * std::max(f.block_shape.y, 1u) * std::max(f.block_shape.z, 1u);
    Message m;
    if (f.call == "grid.sync") {
        m.headline = prefix(f) + "grid.sync() in a launch whose blocks need not all run at once";
        m.where = who(f);
        m.attempt = "launch the kernel with cudaLaunchCooperativeKernel";
        return m;
    }
    if (f.call != "__syncthreads") return lanes(f);
    m.headline = fmt::format("{}__syncthreads() reached by {} of the block's {} threads", prefix(f), f.arrived, threads);
    m.where = fmt::format("block {}; thread {} ", index(f.block), index(f.other_thread));
    m.where += absence(f);
    add_count(m.where, f.count, "cases");
    m.attempt = f.other_left && f.other.line > 0 ? "let every thread pass the barrier, and return after it"
                             : "move the barrier out of every `if` and loop that only some threads enter";
    return m;
}

/// What orders two accesses of one block, or makes it needless.
std::string race_attempt(const Finding& f)
{
    const bool reads = f.access == Access::read || f.other_access == Access::read;
    const bool atomic = f.access == Access::atomic || f.other_access == Access::atomic;
    const unsigned threads = f.block_shape.x * std::max(f.block_shape.y, 1u) * std::max(f.block_shape.z, 1u);
    if (atomic)
        return reads ? "put a __syncthreads() between the updates and the load; in between, only another atomic may read it"
                     : "put a __syncthreads() between the store and the atomic updates";
    if (f.at == f.other && reads)
        return "do all add to one element? then use atomicAdd(); does each read another's? then load into a variable, "
               "__syncthreads(), and store";
    if (!reads) return "let one thread own each element; do two of them compute the same index?";
    if (f.barrier_between != 0)
        return fmt::format("the barrier in line {} does not part these two: put one behind all stores and before the first load; in a "
                           "loop, a second one at the turn's end", f.barrier_between);
    // That no pair spans two warps in this call does not mean that none does in a larger one.
    if (threads > 0 && threads <= 32 && !f.across_warps)
        return "put a __syncwarp() between the store and the load, or a __syncthreads(): lanes of a warp need not run in step";
    if (!f.across_warps)
        return "put a __syncthreads() between the store and the load, where every thread of the block passes: lanes of a warp need not "
               "run in step either";
    return "put a __syncthreads() between the store and the load, where every thread of the block passes";
}

/// Blocks know no barrier.
std::string race_attempt_between_blocks(const Finding& f)
{
    const bool reads = f.access == Access::read || f.other_access == Access::read;
    if (f.access == Access::atomic || f.other_access == Access::atomic)
        return reads ? "blocks run in any order: read it with an atomic as well, or in a kernel of its own"
                     : "blocks run in any order: set the start value before the launch";
    if (f.at == f.other && reads) return "blocks run in any order: use atomicAdd() or its kin, or let one thread own each element";
    return "blocks run in any order: let one thread own each element, or end the kernel in between";
}

Message race(const Finding& f)
{
    const std::string what = element(f, f.space == Space::shared ? "a shared element" : "a global element");
    const bool same_line = f.at == f.other;
    Message m;
    if (same_line)
        m.headline = fmt::format("{}two threads access {}, with no barrier between", prefix(f), what);
    else if (f.other.line > 0)
        m.headline = fmt::format("{}{} is {} here and {} {}, with no barrier between", prefix(f), what,
                                 participle(f.access), participle(f.other_access), line_of(f.other, f.at));
    else
        m.headline = fmt::format("{}{} is {} here and {} by another thread, with no barrier between", prefix(f), what,
                                 participle(f.access), participle(f.other_access));

    const bool between_blocks = !(f.block == f.other_block);
    const std::string other = f.thread == f.other_thread && !between_blocks ? "another thread" : "thread " + index(f.other_thread);
    m.where = between_blocks
        ? fmt::format("thread {} of block {} {}, thread {} of block {} {}", index(f.thread), index(f.block),
                      third_person(f.access), index(f.other_thread), index(f.other_block), third_person(f.other_access))
        : fmt::format("block {}: thread {} {}, {} {}", index(f.block), index(f.thread), third_person(f.access), other,
                      third_person(f.other_access));
    add_count(m.where, f.count, "pairs");
    m.attempt = between_blocks ? race_attempt_between_blocks(f) : race_attempt(f);
    return m;
}

Message uninitialised(const Finding& f)
{
    const bool shared = f.space == Space::shared;
    Message m;
    m.headline = fmt::format("{}read of {}, which was never initialised", prefix(f),
                             element(f, shared ? "shared memory" : "global memory"));
    m.where = who(f);
    add_count(m.where, f.count, "reads");
    if (f.allocated.line > 0) m.where += "; allocated at " + place(f.allocated);
    m.attempt = shared ? "store every element before it is read: which thread should have stored this one?"
                       : "fill the array before a kernel reads it: cudaMemcpy, cudaMemset or an earlier kernel";
    return m;
}

Message endless(const Finding& f)
{
    Message m;
    m.headline = fmt::format("{}kernel {} did not end", prefix(f), f.kernel.empty() ? "" : f.kernel);
    if (f.bytes > 0) m.headline += fmt::format(" within {} second{}", f.bytes, f.bytes == 1 ? "" : "s");
    m.where = who(f) + " was here when it was stopped";
    m.attempt = "look at the loop around this line: what makes its condition false?";
    return m;
}

Message crash(const Finding& f)
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
    if (f.outside != Outside::none) return out_of_bounds(f, {});
    m.headline = prefix(f) + "the program died here";
    if (!f.kernel.empty()) m.where = "in kernel " + f.kernel + ", " + who(f);
    m.attempt = "which pointer, index or divisor does this line use, and which value has it here?";
    return m;
}

Message leak(const Finding& f)
{
    const std::string what = f.array.empty() ? "device memory" : f.array;
    Message m;
    m.headline = fmt::format("{}{} is never freed ({} bytes)", prefix(f), what, f.bytes);
    m.where = f.at.line > 0 ? "allocated here, and still there when the function returned"
                            : "still there when the function returned";
    if (f.count > 1) m.where += fmt::format("; {} times", f.count);
    m.attempt = "call cudaFree once for everything that cudaMalloc returned";
    return m;
}

constexpr std::array<std::string_view, 8> kKindNames = {
    "endless", "crash", "out_of_bounds", "barrier", "race", "short_copy", "uninitialised", "leak",
};

}  // namespace

std::string index(const Index3& i)
{
    return i.z == 0 ? fmt::format("({},{})", i.x, i.y) : fmt::format("({},{},{})", i.x, i.y, i.z);
}
std::string describe(const Place& at) { return fmt::format("{}:{}", base_name(at.file), at.line); }

Message describe(const Finding& finding, std::string_view extent)
{
    switch (finding.kind) {
    case FindingKind::endless: return endless(finding);
    case FindingKind::crash: return crash(finding);
    case FindingKind::out_of_bounds: return out_of_bounds(finding, extent);
    case FindingKind::barrier: return barrier(finding);
    case FindingKind::race: return race(finding);
    case FindingKind::short_copy: return short_copy(finding);
    case FindingKind::uninitialised: return uninitialised(finding);
    case FindingKind::leak: return leak(finding);
    }
    return {};
}

Message describe_leaks(const std::vector<Finding>& leaks)
{
    if (leaks.empty()) return {};
    Message m = describe(leaks.front());
    if (leaks.size() == 1) return m;

    std::uint64_t bytes = 0;
    std::string names, places;
    for (std::size_t i = 0; i < leaks.size(); ++i) {
        const Finding& leak = leaks[i];
        const std::string_view joint = i == 0 ? "" : i + 1 == leaks.size() ? " and " : ", ";
        bytes += leak.bytes;
        names += fmt::format("{}{}", joint, leak.array.empty() ? "device memory" : leak.array);
        if (leak.at.line > 0) places += fmt::format("{}{}", places.empty() ? "" : joint, place(leak.at));
    }
    m.headline = fmt::format("{}{} are never freed ({} bytes)", prefix(leaks.front()), names, bytes);
    m.where = places.empty() ? std::string() : "allocated at " + places + ", and ";
    m.where += "still there when the function returned";
    if (leaks.front().count > 1) m.where += fmt::format("; {} times", leaks.front().count);
    return m;
}

Verdict verdict_of(FindingKind kind)
{
    switch (kind) {
    case FindingKind::endless: return Verdict::timeout;
    case FindingKind::crash: return Verdict::crash;
    case FindingKind::out_of_bounds: return Verdict::out_of_bounds;
    case FindingKind::barrier: return Verdict::barrier;
    case FindingKind::race: return Verdict::race;
    case FindingKind::short_copy:
    case FindingKind::uninitialised: return Verdict::uninitialised;
    case FindingKind::leak: break;
    }
    return Verdict::passed;
}

std::string_view name(FindingKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

bool went_below_zero(const Finding& f)
{
    constexpr std::int64_t kWrap = std::int64_t(1) << 32, kLargestStep = 1 << 20;
    return f.index.size() == 1 && f.index[0] < kWrap && f.index[0] >= kWrap - kLargestStep;
}

bool same_cause(const Finding& a, const Finding& b)
{
    return a.kind == b.kind && a.kernel == b.kernel && a.at == b.at && a.other == b.other && a.array == b.array
           && a.outside == b.outside;
}

}  // namespace halo
