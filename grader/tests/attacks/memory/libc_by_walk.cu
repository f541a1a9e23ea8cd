// Finds the C library's memfrob by walking the loader's tables, and calls it: nothing checks where it stores.
// ends: passed
// by: nothing yet: an address that was computed can be called
// level: open

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <link.h>

#include "solved.cuh"

#include "foreign.cuh"
struct link_map;
static void* symbol_of(const link_map& file, const char* name)
{
    const ElfW(Sym)* symbols = nullptr;
    const char* text = nullptr;
    const std::uint32_t* hash = nullptr;
    for (const ElfW(Dyn)* d = file.l_ld; d->d_tag != DT_NULL; ++d) {
        if (d->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(d->d_un.d_ptr);
        if (d->d_tag == DT_STRTAB) text = reinterpret_cast<const char*>(d->d_un.d_ptr);
        if (d->d_tag == DT_GNU_HASH) hash = reinterpret_cast<const std::uint32_t*>(d->d_un.d_ptr);
    }
    for (std::uint32_t i = hash[1]; i < hash[1] + 4000; ++i)
        if (std::strcmp(text + symbols[i].st_name, name) == 0) return reinterpret_cast<void*>(file.l_addr + symbols[i].st_value);
    return nullptr;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    auto page = reinterpret_cast<std::uintptr_t>(&cudaGetLastError) / 4096 * 4096;
    while (std::memcmp(reinterpret_cast<char*>(page), "\177ELF", 4) != 0) page -= 4096;
    const auto* const file = reinterpret_cast<const ElfW(Ehdr)*>(page);
    const auto* const parts = reinterpret_cast<const ElfW(Phdr)*>(page + file->e_phoff);
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < file->e_phnum; ++i)
        if (parts[i].p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>((file->e_type == ET_DYN ? page : 0) + parts[i].p_vaddr);
    const r_debug* loader = nullptr;
    for (; dynamic->d_tag != DT_NULL; ++dynamic)
        if (dynamic->d_tag == DT_DEBUG) loader = reinterpret_cast<const r_debug*>(dynamic->d_un.d_ptr);
    void* found = nullptr;
    for (const link_map* one = loader->r_map; one != nullptr && found == nullptr; one = one->l_next)
        if (std::strstr(one->l_name, "libc.so") != nullptr) found = symbol_of(*one, "memfrob");
    using Change = void* (*)(void*, std::size_t);
    reinterpret_cast<Change>(found)(at, 16);
    reinterpret_cast<Change>(found)(at, 16);    // back again
}
