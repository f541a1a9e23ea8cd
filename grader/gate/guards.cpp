#include "gate/guards.hpp"

#include <capstone/capstone.h>
#include <elf.h>

#include <algorithm>
#include <map>
#include <set>

#include "gate/addresses.hpp"
#include "gate/entries.hpp"
#include "gate/names.hpp"
#include "gate/object_writer.hpp"

namespace halo::grader::gate {
namespace {

constexpr int kRdx = 3;
constexpr unsigned kJumpBytes = 5, kShortJumpBytes = 2;
constexpr std::size_t kNear = 64;                       // instructions
constexpr std::int64_t kKept = 24;      // what a guard keeps on the stack: flags, %rax, %rdx

/// Whether it does the same elsewhere in the section. A jump within the section is written anew.
bool can_move(const Instruction& i)
{
    if (i.calls || i.id == X86_INS_JRCXZ || i.id == X86_INS_JECXZ || i.id == X86_INS_LOOP || i.id == X86_INS_LOOPE || i.id == X86_INS_LOOPNE) return false;
    if (i.relocation != nullptr) return true;
    return !(i.memory && i.memory->base == Memory::program) && !(i.sets != 0 && i.copies == 0 && i.address == Memory::program);
}

bool can_check(const Check& check) { return (check.memory.reg == 0 || is_whole(check.memory.reg) || check.memory.base == Memory::program) && (check.memory.index == 0 || is_whole(check.memory.index)); }

/// Whether a guard can tell where it goes.
bool can_tell(const Instruction& i)
{
    if (!i.memory) return is_whole(i.first);
    return i.memory->base != Memory::thread && can_check({*i.memory}) && (i.relocation != nullptr) == (i.memory->base == Memory::program);
}

bool can_guard(const Guard& guard)
{
    const Instruction& i = *guard.at;
    if (guard.goes && (!can_tell(i) || (!i.calls && !guard.checks.empty()))) return false;
    return ((guard.goes && i.calls) || can_move(i)) && i.size >= kShortJumpBytes && std::ranges::all_of(guard.checks, can_check);
}

/// Symbols of functions of the library that store to an address that they are given.
using Storing = std::map<std::uint32_t, std::vector<Stores>>;

Storing storing_functions(const Object& object)
{
    Storing out;
    for (std::uint32_t i = 1; i < object.symbols.size(); ++i) {
        if (object.symbols[i].is_defined() || object.symbols[i].name.empty()) continue;
        if (auto stores = stores_of(object.symbols[i].name); !stores.empty()) out.emplace(i, std::move(stores));
    }
    return out;
}

/// Instructions that follow each other and become one jump.
struct Window {
    std::size_t first = 0, last = 0;        ///< by index
    std::size_t end = 0;                    ///< after nothing that follows the last
    std::uint64_t by_way_of = 0;            ///< of a window that is too small: where the jump is that a short one leads to
};

class SectionGuards {
public:
    SectionGuards(const Object& object, const Code& code, const Storing& storing, const std::vector<std::uint32_t>& targets)
        : object_(object), code_(code), storing_(storing), targets_(targets), entries_(entries_of(object, code))
    {
    }

    /// False if the instruction can't be elsewhere, or its address not be computed.
    bool add(const Guard& guard)
    {
        const auto& all = code_.instructions;
        const auto at = std::lower_bound(all.begin(), all.end(), guard.at->offset, [](const Instruction& i, std::uint32_t o) { return i.offset < o; });
        const auto k = std::size_t(at - all.begin());
        if (!can_guard(guard)) return false;
        guards_[k] = &guard;
        if (!windows_.empty() && windows_.back().end > k) return windows_.back().last >= k || (guards_.erase(k), false);
        Window window{k, k, k + 1};
        grow(window);
        windows_.push_back(window);
        return true;
    }

    /// Of windows that are too small for a jump, those beside which there is none with room for two.
    std::vector<const Guard*> without_room()
    {
        std::vector<const Guard*> out;
        std::vector<Window> more;
        for (Window& window : windows_) {
            if (bytes_in(window) >= kJumpBytes) continue;
            if (const auto other = larger_one_near(window, more)) {
                window.by_way_of = code_.instructions[other->first].offset + kJumpBytes;
                more.push_back(*other);
            } else {
                for (std::size_t k = window.first; k <= window.last; ++k)
                    if (const auto guard = guards_.find(k); guard != guards_.end()) out.push_back(guard->second);
            }
        }
        windows_.insert(windows_.end(), more.begin(), more.end());
        return out;
    }

    NewCode written()
    {
        const Section& section = object_.sections[code_.section];
        out_.bytes.assign(section.bytes.begin(), section.bytes.end());
        for (const Relocation& r : section.relocations) out_.references.push_back({r.offset, r.type, r.symbol, {}, r.addend});
        write_keeping();
        for (const Window& window : windows_) write(window);
        write_jumps();
        write_calls();
        return {code_.section, std::move(out_)};
    }

private:
    std::uint64_t bytes_in(const Window& window) const
    {
        const auto& all = code_.instructions;
        return all[window.end - 1].offset + all[window.end - 1].size - all[window.first].offset;
    }

    /// Forwards, then backwards, until a jump has room.
    void grow(Window& window)
    {
        grow_forwards(window, kJumpBytes);
        const auto& all = code_.instructions;
        while (bytes_in(window) < kJumpBytes && window.first > 0) {
            const Instruction& before = all[window.first - 1];
            if (entries_.contains(all[window.first].offset) || !can_move(before) || before.ends) return;
            --window.first;
            if (windows_.empty() || windows_.back().end <= window.first) continue;
            window.first = windows_.back().first;
            windows_.pop_back();
        }
    }

    void grow_forwards(Window& window, std::uint64_t bytes) const
    {
        const auto& all = code_.instructions;
        while (bytes_in(window) < bytes && window.end < all.size() && !entries_.contains(all[window.end].offset)) {
            if (all[window.last].calls) return;
            const bool ended = all[window.last].ends;
            if (ended ? !all[window.end].nothing : !can_move(all[window.end])) return;
            if (!ended) window.last = window.end;
            ++window.end;
        }
    }

    std::optional<Window> larger_one_near(const Window& window, const std::vector<Window>& more) const
    {
        const auto& all = code_.instructions;
        const std::int64_t after = all[window.first].offset + kShortJumpBytes;
        const auto taken = [&](const Window& one) {
            const auto overlaps = [&](const Window& other) { return one.first < other.end && other.first < one.end; };
            return std::ranges::any_of(windows_, overlaps) || std::ranges::any_of(more, overlaps);
        };
        for (std::size_t k = window.first - std::min<std::size_t>(window.first, kNear); k < std::min(all.size(), window.first + kNear); ++k) {
            const std::int64_t distance = std::int64_t(all[k].offset + kJumpBytes) - after;
            if (distance < -128 || distance > 127 || !can_move(all[k])) continue;
            Window other{k, k, k + 1};
            grow_forwards(other, 2 * kJumpBytes);
            if (bytes_in(other) >= 2 * kJumpBytes && !taken(other)) return other;
        }
        return std::nullopt;
    }

    void write(const Window& window)
    {
        const auto& all = code_.instructions;
        const std::uint64_t begin = all[window.first].offset, end = begin + bytes_in(window);
        std::vector<Reference32> moved;
        std::erase_if(out_.references, [&](const Reference32& r) {
            const bool inside = r.offset >= begin && r.offset < end;
            if (inside) moved.push_back(r);
            return inside;
        });
        const auto start = std::uint64_t(out_.here());
        for (std::size_t k = window.first; k <= window.last; ++k) {
            const auto found = guards_.find(k);
            const Guard* const guard = found != guards_.end() ? found->second : nullptr;
            if (guard != nullptr && (!all[k].calls || !guard->checks.empty())) write_guard(*guard, flags_matter(k));
            if (all[k].calls) write_call(*guard);
            else write_moved(all[k], moved);
        }
        if (!all[window.last].ends && !all[window.last].calls) out_.go({0xe9}, std::int64_t(end));
        const std::uint64_t jump = window.by_way_of != 0 ? window.by_way_of : begin;
        if (window.by_way_of == 0) std::fill(out_.bytes.begin() + std::ptrdiff_t(begin), out_.bytes.begin() + std::ptrdiff_t(end), 0x90);
        else short_jumps_.emplace_back(begin, jump);
        jumps_.emplace_back(jump, start);
    }

    void write_jumps()
    {
        for (const auto& [from, to] : jumps_) {
            out_.bytes[from] = 0xe9;
            out_.replace32(from + 1, std::int64_t(to - from - kJumpBytes));
        }
        for (const auto& [from, to] : short_jumps_) {
            out_.bytes[from] = 0xeb;
            out_.bytes[from + 1] = std::uint8_t(to - from - kShortJumpBytes);
        }
    }

    void write_moved(const Instruction& i, const std::vector<Reference32>& moved)
    {
        const auto from = object_.sections[code_.section].bytes.subspan(i.offset, i.size);
        if (i.branches && i.target) {
            const bool conditional = i.id != X86_INS_JMP;
            const unsigned condition = from[0] == 0x0f ? from[1] & 0xf : from[0] & 0xf;
            return conditional ? out_.go({0x0f, 0x80 | condition}, *i.target) : out_.go({0xe9}, *i.target);
        }
        const std::int64_t at = out_.here();
        out_.bytes.insert(out_.bytes.end(), from.begin(), from.end());
        for (Reference32 r : moved) {
            if (r.offset < i.offset || r.offset >= std::uint64_t(i.offset) + i.size) continue;
            r.offset = std::uint64_t(at) + r.offset - i.offset;
            out_.references.push_back(r);
        }
    }

    /// Whether anything reads the flags that are set before instruction `k`. Not known beyond the next jump: then it does.
    bool flags_matter(std::size_t k) const
    {
        for (; k < code_.instructions.size(); ++k) {
            const Instruction& i = code_.instructions[k];
            if (i.reads_flags || (i.branches && !i.calls)) return true;
            if (i.sets_flags || i.calls || i.id == X86_INS_RET) return false;
        }
        return true;
    }

    void write_guard(const Guard& guard, bool flags)
    {
        out_.put({0x48, 0x8d, 0x64, 0x24, 0x80});               // lea -128(%rsp), %rsp
        out_.put({flags ? 0x9cu : 0x50u, 0x50, 0x52});          // pushf or push %rax; push %rax; push %rdx
        if (guard.goes && !guard.at->calls) {
            load_target(*guard.at, kRedZone + kKept);
            write_target_check(guard);
        }
        for (const Check& check : guard.checks) write_check(check, *guard.at);
        out_.put({0x5a, 0x58});                                 // pop %rdx; pop %rax
        if (flags) out_.put({0x9d});                            // popf
        out_.put({0x48, 0x8d, 0xa4, 0x24});                     // lea 128(%rsp), %rsp
        out_.put32(kRedZone + (flags ? 0 : 8));
    }

    /// Leaves on the stack where the call returns to, as before, and goes where it goes.
    void write_call(const Guard& guard)
    {
        const Instruction& at = *guard.at;
        out_.put({0x48, 0x8d, 0x64, 0x24, 0xf0, 0x50, 0x52});   // lea -16(%rsp), %rsp; push %rax; push %rdx
        load_target(at, 32);
        out_.put({0x48, 0x89, 0x44, 0x24, 0x10});               // mov %rax, 16(%rsp)
        write_target_check(guard);
        out_.go({0x48, 0x8d, 0x05}, at.offset + at.size);       // lea …(%rip), %rax
        out_.put({0x48, 0x89, 0x44, 0x24, 0x18});               // mov %rax, 24(%rsp)
        out_.put({0x5a, 0x58, 0xc3});                           // pop %rdx; pop %rax; ret
    }

    /// %rax becomes where the instruction goes.
    void load_target(const Instruction& at, std::int64_t lower)
    {
        if (!at.memory) {
            out_.load_address(kRax, Memory{.reg = at.first}, lower);
        } else if (at.memory->base == Memory::program) {
            load_place(at);
            out_.put({0x48, 0x8b, 0x00});                       // mov (%rax), %rax
        } else {
            out_.load(kRax, *at.memory, lower);
        }
    }

    /// Nothing if %rax is where device code may go, or 0, which the processor refuses.
    void write_target_check(const Guard& guard)
    {
        std::vector<std::size_t> found;
        for (const Within& one : guard.at->calls ? std::vector<Within>{} : guard.own) {
            out_.load_address(kRdx, one.symbol, 0);
            out_.put({0x48, 0x29, 0xc2, 0x48, 0xf7, 0xda, 0x48, 0x81, 0xfa});   // sub %rax, %rdx; neg %rdx; cmp …, %rdx
            out_.put32(one.bytes);
            found.push_back(out_.go_on({0x0f, 0x82}));          // jb
        }
        for (const std::uint32_t symbol : targets_) {
            if (object_.symbols[symbol].is_defined()) out_.load_address(kRdx, symbol, 0);
            else out_.load_address_of_other(kRdx, symbol);
            out_.put({0x48, 0x39, 0xd0});                       // cmp %rdx, %rax
            found.push_back(out_.go_on({0x0f, 0x84}));          // je
        }
        out_.put({0x48, 0x85, 0xc0});                           // test %rax, %rax
        found.push_back(out_.go_on({0x0f, 0x84}));
        call_hook("halo_engine_goes_to_host", guard.at->offset);
        for (const std::size_t one : found) out_.end(one);
    }

    void call_hook(const std::string& name, std::int64_t offset)
    {
        out_.go({0xe8}, keep_);
        out_.call(name);
        out_.name_place(offset);
        out_.go({0xe8}, restore_);
    }

    void load_place(const Instruction& at) { out_.load_address(kRax, at.relocation->symbol, at.relocation->addend + std::int64_t(at.offset + at.size) - std::int64_t(at.relocation->offset)); }

    /// %rax becomes the address, %rdx the number of bytes, or where the room begins.
    void write_check(const Check& check, const Instruction& at)
    {
        const std::int64_t lower = kRedZone + kKept;
        const Memory& memory = check.memory;
        std::size_t done = 0;
        if (memory.base == Memory::program) load_place(at);
        else out_.load_address(kRax, memory, lower);
        if (check.room != Check::nowhere && check.bytes >= memory.bytes) {
            if (check.room == Check::stack) out_.load_address(kRdx, Memory{.base = Memory::stack, .reg = X86_REG_RSP, .distance = kKept}, 0);
            else load_beginning(check.section);
            out_.put({0x48, 0x29, 0xd0, 0x48, 0x3d});           // sub %rdx, %rax; cmp …, %rax
            out_.put32(check.bytes - memory.bytes);
            done = out_.go_on({0x0f, 0x86});                    // jbe
            out_.put({0x48, 0x01, 0xd0});                       // add %rdx, %rax
        }
        if (check.range) out_.load_address(kRdx, Memory{.index = X86_REG_RCX, .scale = memory.bytes}, 0);
        call_hook(hook(check), at.offset);
        if (done != 0) out_.end(done);
    }

    /// A constant's address comes from a symbol of its section.
    void load_beginning(std::uint32_t section)
    {
        const auto of = std::ranges::find(object_.symbols, section, &Symbol::section);
        out_.load_address(kRdx, std::uint32_t(of - object_.symbols.begin()), -std::int64_t(of->value));
    }

    /// A call of a function of the library that stores to an address that it is given goes to a place that looks at the address, and from there to the function.
    void write_calls()
    {
        std::map<std::uint64_t, std::uint32_t> calls;
        std::erase_if(out_.references, [&](const Reference32& r) {
            const bool checked = r.type == R_X86_64_PLT32 && r.name.empty() && storing_.contains(r.symbol);
            if (checked) calls.emplace(r.offset, r.symbol);
            return checked;
        });
        for (const auto& [place, symbol] : calls) {
            out_.replace32(place, out_.here() - std::int64_t(place) - 4);
            out_.put({0x50, 0x50, 0x52});                       // push %rax; push %rax; push %rdx
            for (const Stores& stores : storing_.at(symbol)) write_stores(stores, std::int64_t(place) - 1);
            out_.put({0x5a, 0x58, 0x48, 0x8d, 0x64, 0x24, 0x08});   // pop %rdx; pop %rax; lea 8(%rsp), %rsp
            out_.go(symbol);
        }
    }

    void write_stores(const Stores& stores, std::int64_t offset)
    {
        static constexpr unsigned arguments[] = {0, X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9};
        out_.put({0x48, 0x8b, 0x14, 0x24});                     // mov (%rsp), %rdx
        const Memory place{.reg = arguments[stores.argument], .distance = stores.offset};
        if (stores.kept) out_.load(kRax, place);
        else out_.load_address(kRax, place, 0);
        if (stores.length != 0) {
            out_.load_address(kRdx, Memory{.reg = arguments[stores.length]}, 0);
        } else {
            out_.put({0xba});                                   // mov …, %edx
            out_.put32(stores.bytes);
        }
        call_hook("__tsan_write_range", offset);
    }

    static std::string hook(const Check& check)
    {
        const std::string kind = check.memory.stores ? "write" : "read";
        if (check.range) return "__tsan_" + kind + "_range";
        unsigned size = 1;
        while (size < 16 && size < check.memory.bytes) size *= 2;
        return "__tsan_unaligned_" + kind + std::to_string(size);
    }

    /// What a call may change, kept on the stack and restored. The hook is called from where the guard is, which tells accesses apart.
    void write_keeping()
    {
        keep_ = out_.here();
        out_.put({0x51, 0x56, 0x57, 0x41, 0x50, 0x41, 0x51, 0x41, 0x52, 0x41, 0x53, 0x53});   // push %rcx, %rsi, %rdi, %r8 to %r11, %rbx
        out_.put({0x48, 0x89, 0xe3});                           // mov %rsp, %rbx
        out_.put({0x48, 0x81, 0xec, 0, 1, 0, 0});               // sub $256, %rsp
        out_.put({0x48, 0x83, 0xe4, 0xf0});                     // and $-16, %rsp
        for (unsigned i = 0; i < 16; ++i) write_vector(0x29, i);
        out_.put({0x48, 0x89, 0xc7, 0x48, 0x89, 0xd6});         // mov %rax, %rdi; mov %rdx, %rsi
        out_.put({0xff, 0x63, 0x40});                           // jmp *64(%rbx), to where this was called
        restore_ = out_.here();
        out_.put({0x59});                                       // pop %rcx
        for (unsigned i = 0; i < 16; ++i) write_vector(0x28, i);
        out_.put({0x48, 0x89, 0x4b, 0x40, 0x48, 0x89, 0xdc});   // mov %rcx, 64(%rbx); mov %rbx, %rsp
        out_.put({0x5b, 0x41, 0x5b, 0x41, 0x5a, 0x41, 0x59, 0x41, 0x58, 0x5f, 0x5e, 0x59, 0xc3});
    }

    /// movaps between %xmm`i` and 16i(%rsp).
    void write_vector(unsigned opcode, unsigned i)
    {
        if (i >= 8) out_.put({0x44});
        out_.put({0x0f, opcode, 0x84 | (i & 7) << 3, 0x24});
        out_.put32(16 * i);
    }

    const Object& object_;
    const Code& code_;
    const Storing& storing_;
    const std::vector<std::uint32_t>& targets_;
    std::set<std::uint64_t> entries_;
    std::vector<Window> windows_;
    std::map<std::size_t, const Guard*> guards_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> jumps_, short_jumps_;   ///< from, to
    Assembler out_{};
    std::int64_t keep_ = 0, restore_ = 0;
};

}  // namespace

Guarded with_guards(std::span<const std::uint8_t> bytes, const Object& object, const std::vector<Code>& code, const Guards& guards, const std::vector<std::uint32_t>& targets)
{
    Guarded out;
    std::vector<NewCode> all;
    const Storing storing = storing_functions(object);
    for (const Code& one : code) {
        std::vector<const Guard*> here;
        for (const Guard& guard : guards)
            if (guard.section == one.section) here.push_back(&guard);
        const bool calls = std::ranges::any_of(object.sections[one.section].relocations, [&](const Relocation& r) { return storing.contains(r.symbol); });
        if (here.empty() && !calls) continue;
        std::ranges::sort(here, {}, [](const Guard* guard) { return guard->at->offset; });
        SectionGuards section(object, one, storing, targets);
        for (const Guard* guard : here)
            if (!section.add(*guard)) out.without.push_back(guard);
        for (const Guard* guard : section.without_room()) out.without.push_back(guard);
        all.push_back(section.written());
    }
    if (!all.empty()) out.bytes = with_new_code(bytes, all);
    return out;
}

}  // namespace halo::grader::gate
