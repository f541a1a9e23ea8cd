#include "gate/code.hpp"

#include <capstone/capstone.h>

#include <algorithm>

namespace halo::grader::gate {
namespace {

/// Closes itself.
class Disassembler {
public:
    Disassembler()
    {
        if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) != CS_ERR_OK) throw std::runtime_error("Capstone can't be started");
        cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
        one_ = cs_malloc(handle_);
    }
    ~Disassembler()
    {
        cs_free(one_, 1);
        cs_close(&handle_);
    }
    Disassembler(const Disassembler&) = delete;
    Disassembler& operator=(const Disassembler&) = delete;

    /// The instruction at the beginning of `bytes`; nullptr if there is none.
    const cs_insn* next(std::span<const std::uint8_t> bytes, std::uint64_t offset)
    {
        const std::uint8_t* at = bytes.data();
        std::size_t left = bytes.size();
        return cs_disasm_iter(handle_, &at, &left, &offset, one_) ? one_ : nullptr;
    }
    csh handle() const { return handle_; }
    const char* name(unsigned id) const { return cs_insn_name(handle_, id); }

private:
    csh handle_ = 0;
    cs_insn* one_ = nullptr;
};

bool one_of(unsigned id, std::initializer_list<unsigned> ids) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

bool is_segment(unsigned reg) { return one_of(reg, {X86_REG_CS, X86_REG_DS, X86_REG_ES, X86_REG_FS, X86_REG_GS, X86_REG_SS}); }

/// Goes on through memory: its registers stay where they are, but for the distance.
bool is_string(unsigned id)
{
    return one_of(id, {X86_INS_MOVSB, X86_INS_MOVSW, X86_INS_MOVSD, X86_INS_MOVSQ, X86_INS_STOSB, X86_INS_STOSW, X86_INS_STOSD, X86_INS_STOSQ, X86_INS_SCASB,
                       X86_INS_CMPSB});
}

/// Calls of the kernel, what changes the machine's state, and stores that no hook could see.
bool is_forbidden(const cs_insn& insn)
{
    if (one_of(insn.id, {X86_INS_SYSCALL, X86_INS_SYSENTER, X86_INS_SYSRET, X86_INS_SYSEXIT, X86_INS_INT, X86_INS_INT1, X86_INS_INT3, X86_INS_INTO,
                         X86_INS_XSAVE, X86_INS_XSAVE64, X86_INS_XSAVEC, X86_INS_XSAVEC64, X86_INS_XSAVEOPT,
                         X86_INS_XSAVEOPT64, X86_INS_XSAVES, X86_INS_XSAVES64, X86_INS_XRSTOR, X86_INS_XRSTOR64, X86_INS_XRSTORS, X86_INS_XRSTORS64,
                         X86_INS_FXSAVE, X86_INS_FXSAVE64, X86_INS_FXRSTOR, X86_INS_FXRSTOR64, X86_INS_FNSAVE, X86_INS_FRSTOR,
                         X86_INS_XGETBV, X86_INS_XBEGIN, X86_INS_XABORT, X86_INS_MASKMOVDQU, X86_INS_MASKMOVQ, X86_INS_STD, X86_INS_POPF, X86_INS_POPFQ,
                         X86_INS_RETF, X86_INS_RETFQ, X86_INS_LJMP, X86_INS_LCALL, X86_INS_ENTER, X86_INS_MOVNTI, X86_INS_MOVNTDQ, X86_INS_MOVNTPS,
                         X86_INS_MOVNTPD, X86_INS_MOVNTQ}))
        return true;
    const cs_detail& detail = *insn.detail;
    for (std::uint8_t i = 0; i < detail.groups_count; ++i)
        if (one_of(detail.groups[i], {X86_GRP_PRIVILEGE, X86_GRP_IRET, X86_GRP_VM, X86_GRP_FSGSBASE, X86_GRP_RTM, X86_GRP_AVX, X86_GRP_AVX2, X86_GRP_AVX512}))
            return true;
    for (std::uint8_t i = 0; i < detail.x86.op_count; ++i) {
        const cs_x86_op& op = detail.x86.operands[i];
        if (op.type == X86_OP_REG && is_segment(op.reg)) return true;
        if (op.type == X86_OP_MEM && (op.mem.segment == X86_REG_GS || op.mem.segment == X86_REG_ES)) {
            if (!is_string(insn.id) || op.mem.segment == X86_REG_GS) return true;
        }
    }
    return false;
}

/// An operand in memory that is not read or written.
bool only_names_memory(unsigned id)
{
    return one_of(id, {X86_INS_LEA, X86_INS_NOP, X86_INS_PREFETCH, X86_INS_PREFETCHNTA, X86_INS_PREFETCHT0, X86_INS_PREFETCHT1, X86_INS_PREFETCHT2,
                       X86_INS_PREFETCHW});
}

Memory memory_of(const cs_x86_op& op, bool compares)
{
    Memory out;
    const unsigned base = op.mem.base;
    out.base = op.mem.segment == X86_REG_FS ? Memory::thread
               : base == X86_REG_RSP || base == X86_REG_ESP ? Memory::stack
               : base == X86_REG_RIP ? Memory::program
                                     : Memory::pointer;
    out.reg = base;
    out.index = op.mem.index;
    out.distance = op.mem.disp;
    out.scale = std::uint8_t(op.mem.scale);
    out.bytes = std::max<std::uint8_t>(op.size, 1);
    out.indexed = op.mem.index != X86_REG_INVALID;
    out.stores = !compares && (op.access & CS_AC_WRITE) != 0;
    return out;
}

void note_registers(csh handle, const cs_insn& insn, Instruction& out)
{
    cs_regs read, written;
    std::uint8_t reads = 0, writes = 0;
    if (cs_regs_access(handle, &insn, read, &reads, written, &writes) != CS_ERR_OK) {
        out.writes = 0xffff;
        out.reads_flags = true;
        return;
    }
    for (std::uint8_t i = 0; i < writes; ++i)
        if (const int number = number_of(written[i]); number != kNoRegister) out.writes = std::uint16_t(out.writes | 1 << number);
    // Those that set all of them.
    const bool sets = one_of(insn.id, {X86_INS_CMP, X86_INS_TEST, X86_INS_ADD, X86_INS_SUB, X86_INS_AND, X86_INS_OR, X86_INS_XOR, X86_INS_UCOMISS,
                                       X86_INS_UCOMISD, X86_INS_COMISS, X86_INS_COMISD, X86_INS_CALL, X86_INS_RET});
    out.sets_flags = sets;
    out.reads_flags = std::find(read, read + reads, X86_REG_EFLAGS) != read + reads;
}

Instruction instruction(csh handle, const cs_insn& insn)
{
    Instruction out;
    out.offset = std::uint32_t(insn.address);
    out.size = std::uint8_t(insn.size);
    out.id = insn.id;
    out.forbidden = is_forbidden(insn);
    note_registers(handle, insn, out);
    out.repeats = insn.detail->x86.prefix[0] == X86_PREFIX_REP || insn.detail->x86.prefix[0] == X86_PREFIX_REPNE;
    if (is_string(insn.id)) out.writes = std::uint16_t(out.writes & ~(1 << number_of(X86_REG_RDI) | 1 << number_of(X86_REG_RSI)));
    const cs_detail& detail = *insn.detail;
    for (std::uint8_t i = 0; i < detail.groups_count; ++i) {
        out.calls = out.calls || detail.groups[i] == X86_GRP_CALL;
        out.branches = out.branches || detail.groups[i] == X86_GRP_JUMP || detail.groups[i] == X86_GRP_CALL;
    }
    out.nothing = insn.id == X86_INS_NOP || (insn.id == X86_INS_XCHG && detail.x86.operands[0].reg == detail.x86.operands[1].reg);
    out.ends = one_of(insn.id, {X86_INS_JMP, X86_INS_RET, X86_INS_UD2, X86_INS_HLT});
    const cs_x86& x86 = detail.x86;
    for (std::uint8_t i = 0; i < x86.op_count; ++i) {
        const cs_x86_op& op = x86.operands[i];
        if (op.type == X86_OP_IMM && out.branches) out.target = op.imm;
        if (op.type == X86_OP_MEM && !only_names_memory(insn.id)) {
            const bool compares = one_of(insn.id, {X86_INS_CMP, X86_INS_TEST, X86_INS_BT});   // Capstone 4 calls some of them stores
            Memory memory = memory_of(op, compares);
            if (i == 0 && x86.op_count == 2 && !compares) memory.stores = true;   // and some stores, as movups, loads
            // Of two operands, as a string instruction has, the one that is written counts.
            if (out.memory) out.source = memory.stores ? out.memory : memory;
            if (!out.memory || memory.stores) out.memory = memory;
        }
    }
    if (x86.op_count == 2 && x86.operands[0].type == X86_OP_REG) {
        const cs_x86_op& from = x86.operands[1];
        if (insn.id == X86_INS_LEA) {
            out.sets = x86.operands[0].reg;
            out.lea = memory_of(from, false);
            out.address = out.lea->base;
            out.from = from.mem.base;
            out.index = from.mem.index;
            out.adds_constant = from.mem.index == X86_REG_INVALID;
            out.distance = from.mem.disp;
        } else if (insn.id == X86_INS_MOV && from.type == X86_OP_MEM) {
            out.loads = x86.operands[0].reg;
        } else if (insn.id == X86_INS_MOV && from.type == X86_OP_REG) {
            out.sets = x86.operands[0].reg;
            out.copies = from.reg == X86_REG_RSP ? 0u : unsigned(from.reg);
            if (from.reg == X86_REG_RSP) out.address = Memory::stack;
        }
    }
    const bool two = x86.op_count == 2;
    if (x86.op_count > 0 && x86.operands[0].type == X86_OP_REG) out.first = x86.operands[0].reg;
    if (two && x86.operands[1].type == X86_OP_IMM) out.number = x86.operands[1].imm;
    if (one_of(insn.id, {X86_INS_INC, X86_INS_DEC})) out.number = 1;
    if (insn.id == X86_INS_CMP && two && x86.operands[0].type == X86_OP_REG && x86.operands[1].type == X86_OP_REG) {
        if (x86.operands[0].reg == X86_REG_RSP) out.probe = x86.operands[1].reg;
        if (x86.operands[1].reg == X86_REG_RSP) out.probe = x86.operands[0].reg;
    }
    out.clears = insn.id == X86_INS_XOR && two && x86.operands[1].type == X86_OP_REG && x86.operands[0].reg == x86.operands[1].reg;
    if (insn.id == X86_INS_MOV && two && x86.operands[0].type == X86_OP_MEM && x86.operands[1].type == X86_OP_REG) out.keeps = x86.operands[1].reg;
    if (one_of(insn.id, {X86_INS_ADD, X86_INS_SUB, X86_INS_INC, X86_INS_DEC}) && x86.operands[0].type == X86_OP_REG) {
        out.adds_to = x86.operands[0].reg;
        if (two && x86.operands[1].type == X86_OP_REG) out.added = x86.operands[1].reg;
    }
    if (insn.id == X86_INS_MOV && two && x86.operands[0].type == X86_OP_REG && x86.operands[0].reg == X86_REG_ESI && x86.operands[1].type == X86_OP_IMM)
        out.second = std::uint32_t(x86.operands[1].imm);
    out.moves_stack = one_of(insn.id, {X86_INS_SUB, X86_INS_ADD}) && two && x86.operands[0].type == X86_OP_REG && x86.operands[0].reg == X86_REG_RSP &&
                      x86.operands[1].type != X86_OP_IMM;
    return out;
}

Code code_of(const Section& section, std::size_t number, Disassembler& disassembler)
{
    Code out;
    out.section = number;
    auto relocation = section.relocations.begin();
    for (std::uint64_t at = 0; at < section.bytes.size();) {
        const cs_insn* insn = disassembler.next(section.bytes.subspan(at), at);
        if (insn == nullptr || insn->size == 0) {
            out.not_decoded = at;
            break;
        }
        Instruction one = instruction(disassembler.handle(), *insn);
        at += one.size;
        while (relocation != section.relocations.end() && relocation->offset < one.offset) ++relocation;
        if (relocation != section.relocations.end() && relocation->offset < at) {
            one.relocation = &*relocation;
            one.target.reset();   // the linker fills it in
        }
        out.instructions.push_back(one);
    }
    return out;
}

}  // namespace

bool Code::begins(std::int64_t offset) const
{
    if (not_decoded && offset >= std::int64_t(*not_decoded)) return true;   // unknown, and refused anyway
    if (instructions.empty()) return offset == 0;
    const auto at = std::lower_bound(instructions.begin(), instructions.end(), offset, [](const Instruction& i, std::int64_t o) { return i.offset < o; });
    if (at != instructions.end()) return at->offset == offset;
    return offset == instructions.back().offset + instructions.back().size;
}

std::vector<Code> decoded(const Object& object)
{
    Disassembler disassembler;
    std::vector<Code> out;
    for (std::size_t i = 0; i < object.sections.size(); ++i)
        if (object.sections[i].is_code()) out.push_back(code_of(object.sections[i], i, disassembler));
    return out;
}

bool is_whole(unsigned reg)
{
    return one_of(reg, {X86_REG_RAX, X86_REG_RBX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_RBP, X86_REG_RSP, X86_REG_R8, X86_REG_R9, X86_REG_R10,
                        X86_REG_R11, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15});
}

int number_of(unsigned reg)
{
    static constexpr unsigned names[16][4] = {
        {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL},     {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL},
        {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL},     {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL},
        {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL},    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL},
        {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL},    {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL},
        {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B},    {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B},
        {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B}, {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B},
        {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B}, {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B},
        {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B}, {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B}};
    static constexpr unsigned high[4] = {X86_REG_AH, X86_REG_BH, X86_REG_CH, X86_REG_DH};
    for (int i = 0; i < 16; ++i)
        if (std::find(std::begin(names[i]), std::end(names[i]), reg) != std::end(names[i]) || (i < 4 && high[i] == reg)) return i;
    return kNoRegister;
}

std::string mnemonic(unsigned id)
{
    const Disassembler disassembler;
    const char* name = disassembler.name(id);
    return name != nullptr ? name : "?";
}

}  // namespace halo::grader::gate
