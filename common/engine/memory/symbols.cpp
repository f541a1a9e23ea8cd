#include "engine/memory/symbols.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace halo::engine {

std::vector<Symbol> symbols_of_this_program()
{
    std::vector<Symbol> symbols;
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (file < 0 || fstat(file, &status) != 0) return symbols;
    const void* map = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (map == MAP_FAILED) return symbols;

    const char* bytes = static_cast<const char*>(map);
    const auto* elf = reinterpret_cast<const ElfW(Ehdr)*>(bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(bytes + elf->e_shoff);
    unsigned object_files = 0;
    for (int s = 0; s < elf->e_shnum; ++s) {
        if (sections[s].sh_type != SHT_SYMTAB) continue;
        const char* names = bytes + sections[sections[s].sh_link].sh_offset;
        const auto* table = reinterpret_cast<const ElfW(Sym)*>(bytes + sections[s].sh_offset);
        const std::size_t count = sections[s].sh_size / sizeof(ElfW(Sym));
        symbols.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const ElfW(Sym)& symbol = table[i];
            const int type = ELF64_ST_TYPE(symbol.st_info), binding = ELF64_ST_BIND(symbol.st_info);
            if (type == STT_FILE) ++object_files;      // the local symbols of an object file follow its name
            if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) continue;
            if (type == STT_TLS || type == STT_OBJECT || type == STT_FUNC)
                symbols.push_back({names + symbol.st_name, symbol.st_value, symbol.st_size, type,
                                   binding == STB_WEAK || binding == STB_GNU_UNIQUE, binding == STB_LOCAL ? object_files : 0});
        }
    }
    return symbols;
}

}  // namespace halo::engine
