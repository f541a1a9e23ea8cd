#include "gate/object.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace halo::grader::gate {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// `count` items of `size` bytes from `offset` on.
Bytes part(Bytes bytes, std::uint64_t offset, std::uint64_t size)
{
    if (offset > bytes.size() || size > bytes.size() - offset) throw Damaged("a part lies beyond its end");
    return bytes.subspan(offset, size);
}

template <class T>
T item(Bytes bytes, std::uint64_t index)
{
    T out;
    std::memcpy(&out, part(bytes, index * sizeof(T), sizeof(T)).data(), sizeof(T));
    return out;
}

std::string_view text(Bytes strings, std::uint64_t offset)
{
    if (offset >= strings.size()) throw Damaged("a name lies outside its table");
    const auto* begin = reinterpret_cast<const char*>(strings.data() + offset);
    const void* end = std::memchr(begin, '\0', strings.size() - offset);
    if (end == nullptr) throw Damaged("a name has no end");
    return {begin, std::size_t(static_cast<const char*>(end) - begin)};
}

Elf64_Ehdr header(Bytes bytes)
{
    const auto out = item<Elf64_Ehdr>(bytes, 0);
    if (std::memcmp(out.e_ident, ELFMAG, SELFMAG) != 0 || out.e_ident[EI_CLASS] != ELFCLASS64 || out.e_ident[EI_DATA] != ELFDATA2LSB)
        throw Damaged("it is not an ELF file of 64 bits");
    if (out.e_type != ET_REL || out.e_machine != EM_X86_64 || out.e_phnum != 0) throw Damaged("it is not an object for x86-64");
    if (out.e_shentsize != sizeof(Elf64_Shdr) || out.e_shnum == 0 || out.e_shstrndx >= out.e_shnum) throw Damaged("it has no list of sections");
    return out;
}

class Reader {
public:
    Reader(Bytes bytes, Object& object) : bytes_(bytes), object_(object), header_(header(bytes)) {}

    void read()
    {
        const Bytes table = part(bytes_, header_.e_shoff, std::uint64_t(header_.e_shnum) * sizeof(Elf64_Shdr));
        for (std::size_t i = 0; i < header_.e_shnum; ++i) headers_.push_back(item<Elf64_Shdr>(table, i));
        const Bytes names = content(header_.e_shstrndx);
        for (std::size_t i = 0; i < headers_.size(); ++i) {
            const Elf64_Shdr& h = headers_[i];
            object_.sections.push_back({text(names, h.sh_name), h.sh_type, h.sh_flags, h.sh_size, content(i), {}});
        }
        read_symbols();
        for (std::size_t i = 0; i < headers_.size(); ++i)
            if (headers_[i].sh_type == SHT_RELA) read_relocations(i);
        for (Section& section : object_.sections)
            std::stable_sort(section.relocations.begin(), section.relocations.end(),
                             [](const Relocation& a, const Relocation& b) { return a.offset < b.offset; });
    }

private:
    Bytes content(std::size_t i) const
    {
        const Elf64_Shdr& h = headers_[i];
        return h.sh_type == SHT_NOBITS || h.sh_type == SHT_NULL ? Bytes() : part(bytes_, h.sh_offset, h.sh_size);
    }

    void read_symbols()
    {
        for (std::size_t i = 0; i < headers_.size(); ++i) {
            if (headers_[i].sh_type != SHT_SYMTAB) continue;
            if (table_ != 0 || headers_[i].sh_link >= headers_.size()) throw Damaged("its list of symbols is wrong");
            table_ = i;
            const Bytes table = content(i), names = content(headers_[i].sh_link);
            for (std::uint64_t k = 0; k < table.size() / sizeof(Elf64_Sym); ++k) {
                const auto s = item<Elf64_Sym>(table, k);
                const bool special = s.st_shndx == SHN_ABS || s.st_shndx == SHN_COMMON;
                if (s.st_shndx >= headers_.size() && !special) throw Damaged("a symbol belongs to no section");
                object_.symbols.push_back({text(names, s.st_name), std::uint8_t(ELF64_ST_TYPE(s.st_info)), std::uint8_t(ELF64_ST_BIND(s.st_info)),
                                           s.st_shndx, s.st_value, s.st_size});
            }
        }
    }

    void read_relocations(std::size_t i)
    {
        const Elf64_Shdr& h = headers_[i];
        if (h.sh_info == 0 || h.sh_info >= headers_.size() || h.sh_link != table_) throw Damaged("relocations of no section");
        Section& target = object_.sections[h.sh_info];
        const Bytes table = content(i);
        for (std::uint64_t k = 0; k < table.size() / sizeof(Elf64_Rela); ++k) {
            const auto r = item<Elf64_Rela>(table, k);
            const Relocation out{r.r_offset, std::uint32_t(ELF64_R_TYPE(r.r_info)), std::uint32_t(ELF64_R_SYM(r.r_info)), r.r_addend};
            if (out.symbol >= object_.symbols.size() || out.offset >= target.size) throw Damaged("a relocation outside its section");
            target.relocations.push_back(out);
        }
    }

    Bytes bytes_;
    Object& object_;
    Elf64_Ehdr header_;
    std::vector<Elf64_Shdr> headers_;
    std::size_t table_ = 0;
};

}  // namespace

bool Section::is_code() const { return (flags & SHF_EXECINSTR) != 0; }
bool Section::is_writable() const { return (flags & SHF_WRITE) != 0; }
bool Section::is_loaded() const { return (flags & SHF_ALLOC) != 0; }

bool Symbol::is_function() const { return type == STT_FUNC || type == STT_GNU_IFUNC; }

Object::Object(std::span<const std::uint8_t> bytes)
{
    Reader(bytes, *this).read();
    functions_.resize(sections.size());
    for (const Symbol& symbol : symbols)
        if (symbol.is_function() && symbol.section < sections.size()) functions_[symbol.section].push_back(&symbol);
    for (auto& list : functions_)
        std::stable_sort(list.begin(), list.end(), [](const Symbol* a, const Symbol* b) { return a->value < b->value; });
}

const Symbol* Object::function_at(std::size_t section, std::uint64_t offset) const
{
    if (section >= functions_.size()) return nullptr;
    const auto& list = functions_[section];
    auto after = std::upper_bound(list.begin(), list.end(), offset, [](std::uint64_t at, const Symbol* s) { return at < s->value; });
    while (after != list.begin()) {   // two constructors of a class can be one
        const Symbol* symbol = *--after;
        if (offset - symbol->value < symbol->size) return symbol;
        if (after != list.begin() && (*std::prev(after))->value != symbol->value) return nullptr;
    }
    return nullptr;
}

}  // namespace halo::grader::gate
