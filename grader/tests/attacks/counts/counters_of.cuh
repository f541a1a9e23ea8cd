static Word* counters_of(Word blocks, Word threads)
{
    auto page = reinterpret_cast<std::uintptr_t>(&cudaGetLastError) / 4096 * 4096;
    while (std::memcmp(reinterpret_cast<char*>(page), "\177ELF", 4) != 0) page -= 4096;
    const auto* const file = reinterpret_cast<const Elf64_Ehdr*>(page);
    const auto* const parts = reinterpret_cast<const Elf64_Phdr*>(page + file->e_phoff);
    const auto near = reinterpret_cast<std::uintptr_t>(std::malloc(1000));
    for (int i = 0; i < file->e_phnum; ++i) {
        if (parts[i].p_type != PT_LOAD || (parts[i].p_flags & PF_W) == 0) continue;
        const Word* const begin = reinterpret_cast<const Word*>((file->e_type == ET_DYN ? page : 0) + parts[i].p_vaddr);
        for (const Word* p = begin; p < begin + parts[i].p_memsz / 8; ++p) {
            const Word to = __atomic_load_n(p, __ATOMIC_RELAXED);      // some of these words are device variables
            if (to % 8 != 0 || to > near || to + (16 << 20) < near) continue;
            for (Word* q = reinterpret_cast<Word*>(to); q < reinterpret_cast<Word*>(to) + 128; ++q)
                if (q[1] == blocks && q[2] == threads && q[0] >= 1 && q[0] < 100) return q;
        }
    }
    return nullptr;
}
