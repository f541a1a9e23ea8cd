#include "gate/object_writer.hpp"

#include <elf.h>

#include <cstring>
#include <map>
#include <string>

namespace halo::grader::gate {
namespace {

template <class T>
T read_at(std::span<const std::uint8_t> bytes, std::uint64_t offset)
{
    T out;
    std::memcpy(&out, bytes.data() + offset, sizeof out);
    return out;
}

template <class T>
void append(std::vector<std::uint8_t>& bytes, const T& one)
{
    const auto* const from = reinterpret_cast<const std::uint8_t*>(&one);
    bytes.insert(bytes.end(), from, from + sizeof one);
}

/// Of an object that has been read: its parts are where its header says.
class Writer {
public:
    explicit Writer(std::span<const std::uint8_t> bytes) : out_(bytes.begin(), bytes.end()), header_(read_at<Elf64_Ehdr>(bytes, 0))
    {
        for (std::size_t i = 0; i < header_.e_shnum; ++i) sections_.push_back(read_at<Elf64_Shdr>(bytes, header_.e_shoff + i * sizeof(Elf64_Shdr)));
        for (std::size_t i = 0; i < sections_.size(); ++i)
            if (sections_[i].sh_type == SHT_SYMTAB) table_ = i;
        symbols_ = content(table_);
        names_ = content(sections_[table_].sh_link);
        for (std::uint32_t i = 0; i < symbols_.size() / sizeof(Elf64_Sym); ++i) {
            const auto s = read_at<Elf64_Sym>(symbols_, i * sizeof(Elf64_Sym));
            if (s.st_shndx == SHN_UNDEF) undefined_.emplace(reinterpret_cast<const char*>(names_.data()) + s.st_name, i);
        }
    }

    void replace(const NewCode& code)
    {
        std::vector<std::uint8_t> relocations;
        for (const Reference32& r : code.content.references) {
            const std::uint64_t symbol = r.name.empty() ? r.symbol : symbol_of(r.name);
            append(relocations, Elf64_Rela{r.offset, ELF64_R_INFO(symbol, r.type), r.addend});
        }
        move(code.section, code.content.bytes);
        for (std::size_t i = 0; i < sections_.size(); ++i)
            if (sections_[i].sh_type == SHT_RELA && sections_[i].sh_info == code.section) move(i, {});
        if (!relocations.empty()) move(list_of(code.section), relocations);
    }

    std::vector<std::uint8_t> finished()
    {
        move(table_, symbols_);
        move(sections_[table_].sh_link, names_);
        align();
        header_.e_shoff = out_.size();
        header_.e_shnum = std::uint16_t(sections_.size());
        for (const Elf64_Shdr& section : sections_) append(out_, section);
        std::memcpy(out_.data(), &header_, sizeof header_);
        return std::move(out_);
    }

private:
    std::vector<std::uint8_t> content(std::size_t i) const
    {
        const auto from = out_.begin() + std::ptrdiff_t(sections_[i].sh_offset);
        return {from, from + std::ptrdiff_t(sections_[i].sh_size)};
    }

    void align() { out_.resize((out_.size() + 63) / 64 * 64); }

    void move(std::size_t i, const std::vector<std::uint8_t>& content)
    {
        align();
        sections_[i].sh_offset = out_.size();
        sections_[i].sh_size = content.size();
        out_.insert(out_.end(), content.begin(), content.end());
    }

    std::size_t list_of(std::size_t of)
    {
        for (std::size_t i = 0; i < sections_.size(); ++i)
            if (sections_[i].sh_type == SHT_RELA && sections_[i].sh_info == of) return i;
        Elf64_Shdr list{};
        list.sh_type = SHT_RELA;
        list.sh_flags = SHF_INFO_LINK;
        list.sh_link = std::uint32_t(table_);
        list.sh_info = std::uint32_t(of);
        list.sh_addralign = 8;
        list.sh_entsize = sizeof(Elf64_Rela);
        sections_.push_back(list);
        return sections_.size() - 1;
    }

    std::uint32_t symbol_of(const std::string& name)
    {
        const auto next = std::uint32_t(symbols_.size() / sizeof(Elf64_Sym));
        const auto [found, is_new] = undefined_.emplace(name, next);
        if (!is_new) return found->second;
        Elf64_Sym symbol{};
        symbol.st_name = std::uint32_t(names_.size());
        symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
        append(symbols_, symbol);
        names_.insert(names_.end(), name.c_str(), name.c_str() + name.size() + 1);
        return next;
    }

    std::vector<std::uint8_t> out_;
    Elf64_Ehdr header_;
    std::vector<Elf64_Shdr> sections_;
    std::vector<std::uint8_t> symbols_, names_;
    std::map<std::string, std::uint32_t> undefined_;
    std::size_t table_ = 0;
};

}  // namespace

std::vector<std::uint8_t> with_new_code(std::span<const std::uint8_t> bytes, const std::vector<NewCode>& all)
{
    Writer writer(bytes);
    for (const NewCode& one : all) writer.replace(one);
    return writer.finished();
}

}  // namespace halo::grader::gate
