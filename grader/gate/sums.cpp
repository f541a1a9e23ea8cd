#include "gate/sums.hpp"

#include <capstone/capstone.h>

#include <algorithm>

namespace halo::grader::gate {
namespace {

constexpr std::uint32_t kThread = 0;

void add(Sum& to, const Sum& more, std::int64_t times)
{
    to.constant += times * more.constant;
    for (const auto& [term, count] : more.terms) {
        const auto at = std::ranges::lower_bound(to.terms, term, {}, &std::pair<std::uint32_t, std::int64_t>::first);
        if (at == to.terms.end() || at->first != term) to.terms.insert(at, {term, times * count});
        else if ((at->second += times * count) == 0) to.terms.erase(at);
    }
}

/// `mov %fs:0, …`: where the thread's variables are.
bool is_thread(const Instruction& i) { return i.memory && i.memory->base == Memory::thread && i.relocation == nullptr && i.memory->reg == 0 && !i.memory->indexed && i.memory->distance == 0; }

}  // namespace

void Sums::forget()
{
    registers_ = {};
    slots_.clear();
}

Sum Sums::of(int reg)
{
    auto& out = registers_[std::size_t(reg)];
    if (!out) out = unknown();
    return *out;
}

Sum Sums::symbol(const Relocation& relocation, std::int64_t more)
{
    const auto [found, is_new] = symbols_.emplace(relocation.symbol, next_);
    next_ += is_new;
    return {{{found->second, 1}}, relocation.addend + more};
}

Sum Sums::address(const Instruction& i, const Memory& memory)
{
    const auto part = [&](unsigned reg) { return reg == 0 ? Sum{} : is_whole(reg) ? of(number_of(reg)) : unknown(); };
    Sum out{{}, memory.distance};
    if (i.relocation != nullptr && memory.base == Memory::program) return symbol(*i.relocation, std::int64_t(i.offset + i.size) - std::int64_t(i.relocation->offset));
    if (i.relocation != nullptr) out = symbol(*i.relocation, 0);     // of a thread's variable
    if (memory.base == Memory::thread) add(out, {{{kThread, 1}}, 0}, 1);
    add(out, part(memory.base == Memory::program ? 0 : memory.reg), 1);
    add(out, part(memory.index), memory.scale);
    return out;
}

/// Where it is on the stack, relative to where the stack pointer was when all was forgotten.
std::optional<std::int64_t> Sums::slot(const Memory& memory)
{
    if (memory.base != Memory::stack || memory.indexed) return std::nullopt;
    return of(kRsp).constant + memory.distance;
}

std::optional<Sum> Sums::made(const Instruction& i)
{
    if (i.loads != 0 && is_whole(i.loads)) {
        if (is_thread(i)) return Sum{{{kThread, 1}}, 0};
        const auto at = i.memory ? slot(*i.memory) : std::nullopt;
        if (!at) return std::nullopt;
        const auto [found, is_new] = slots_.try_emplace(*at);
        if (is_new) found->second = unknown();
        return found->second;
    }
    if (!is_whole(i.first)) return std::nullopt;
    Sum out;
    if (i.id == X86_INS_LEA && i.lea) return address(i, *i.lea);
    if (i.sets != 0 && i.id == X86_INS_MOV) return is_whole(i.copies) || i.copies == 0 ? std::optional(of(i.copies == 0 ? kRsp : number_of(i.copies))) : std::nullopt;
    if (i.adds_to != 0) {
        const std::int64_t sign = i.id == X86_INS_SUB || i.id == X86_INS_DEC ? -1 : 1;
        if (i.added != 0 && !is_whole(i.added)) return std::nullopt;
        out = of(number_of(i.adds_to));
        if (i.added != 0) add(out, of(number_of(i.added)), sign);
        else if (i.number) out.constant += sign * *i.number;
        else return std::nullopt;
        return out;
    }
    if ((i.id == X86_INS_SHL || i.id == X86_INS_SAL) && i.number && *i.number < 8) {
        add(out, of(number_of(i.first)), std::int64_t(1) << *i.number);
        return out;
    }
    return std::nullopt;
}

void Sums::store(std::int64_t slot, const Instruction& i)
{
    for (std::int64_t k = slot - 7; k < slot + i.memory->bytes; ++k) slots_.erase(k);
    if (i.keeps != 0 && is_whole(i.keeps)) slots_[slot] = of(number_of(i.keeps));
}

void Sums::step(const Instruction& i)
{
    const std::optional<Sum> now = i.id == X86_INS_PUSH || i.id == X86_INS_POP ? std::nullopt : made(i);
    const int first = i.loads != 0 ? number_of(i.loads) : number_of(i.first);
    Sum stack = of(kRsp);
    if (i.memory && i.memory->stores)
        if (const auto at = slot(*i.memory)) store(*at, i);
    for (std::size_t r = 0; r < registers_.size(); ++r)
        if (r != kRsp && ((i.writes >> r & 1) != 0 || (i.calls && (kKeptByCalls >> r & 1) == 0))) registers_[r].reset();
    if (i.id == X86_INS_PUSH) stack.constant -= 8;
    if (i.id == X86_INS_POP) stack.constant += 8;
    if (i.id == X86_INS_PUSH || i.id == X86_INS_POP) registers_[kRsp] = stack;
    else if (!i.calls && (i.writes >> kRsp & 1) != 0) registers_[kRsp].reset();
    if (now && first != kNoRegister) registers_[std::size_t(first)] = *now;
}

}  // namespace halo::grader::gate
