// malloc and its relatives: glibc's own, and a list of what the program under test has allocated while a test called it. The
// program may store to these blocks alone, and give back no other.

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "engine/headers/halo/memory_api.hpp"
#include "engine/memory/program_heap.hpp"
#include "engine/memory/program_memory.hpp"
#include "engine/schedule/guard.hpp"
#include "engine/session/session.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}

namespace {

using halo::engine::Guard;
using halo::engine::HeapBlock;
using halo::engine::ProgramHeap;

bool by_program() { return Guard::in_call() && Guard::on(); }

// Changes of the list are not stores of the program.
void note(const void* block, const HeapBlock& noted)
{
    const halo::engine::EngineScope scope;
    ProgramHeap::note(block, noted);
}
bool forget(const void* block)
{
    const halo::engine::EngineScope scope;
    return ProgramHeap::forget(block);
}

#if !defined(__SANITIZE_ADDRESS__)

[[gnu::always_inline]] inline void* noted(void* block, std::size_t bytes, const char* call = __builtin_FUNCTION())
{
    if (by_program()) note(block, {bytes, call, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))});
    return block;
}

/// Whether the block is not the program's, and it is the program that gives it back: its own code does, or a library during its call,
/// which may do so for an object that the program has made up. Code of engine and test may free what is theirs.
bool is_foreign(bool known, std::uintptr_t site)
{
    if (known || !by_program()) return false;
    return halo::engine::ProgramMemory::is_code(site) || (Guard::in_own_call() && !halo::engine::ProgramMemory::is_in_program(site));
}

void release(void* block, const void* return_address, const char* call = "delete")
{
    if (block == nullptr) return;
    const auto site = reinterpret_cast<std::uintptr_t>(return_address);
    if (is_foreign(forget(block), site)) Guard::refuse_free(block, site, call);
    __libc_free(block);
}

#endif

}  // namespace

#if defined(__SANITIZE_ADDRESS__)

// Its library replaces malloc, too, and calls these. It does not say who asked, and itself ends a program that frees what is not a block.
extern "C" {
void __sanitizer_malloc_hook(const volatile void* block, std::size_t bytes)
{
    if (by_program()) note(const_cast<const void*>(block), {bytes, "malloc", 0});
}
void __sanitizer_free_hook(const volatile void* block) { forget(const_cast<const void*>(block)); }
}

#else

extern "C" {

void* malloc(std::size_t bytes) { return noted(__libc_malloc(bytes), bytes); }
void* calloc(std::size_t count, std::size_t bytes) { return noted(__libc_calloc(count, bytes), count * bytes); }
void* memalign(std::size_t alignment, std::size_t bytes) { return noted(__libc_memalign(alignment, bytes), bytes); }
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return noted(__libc_memalign(alignment, bytes), bytes); }
int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) noexcept
{
    Guard::check(reinterpret_cast<std::uintptr_t>(block), sizeof *block, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), "posix_memalign", HALO_FLOOR);
    if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    void* const made = __libc_memalign(alignment, bytes);
    if (made == nullptr) return ENOMEM;
    *block = noted(made, bytes);
    return 0;
}
void* realloc(void* block, std::size_t bytes)
{
    if (block == nullptr) return noted(__libc_malloc(bytes), bytes);
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    const bool known = forget(block);
    if (is_foreign(known, site)) Guard::refuse_free(block, site, "realloc");
    void* const moved = __libc_realloc(block, bytes);
    if (moved != nullptr && (known || by_program())) note(moved, {bytes, "realloc", site});
    return moved;
}
void* reallocarray(void* block, std::size_t count, std::size_t bytes)
{
    std::size_t all = 0;
    if (!__builtin_mul_overflow(count, bytes, &all)) return realloc(block, all);
    errno = ENOMEM;
    return nullptr;
}
void free(void* block) { release(block, __builtin_return_address(0), "free"); }

}  // extern "C"

// A program may have its own.
[[gnu::weak]] void operator delete(void* block) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete[](void* block) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete(void* block, std::size_t) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete[](void* block, std::size_t) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete(void* block, std::align_val_t) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete[](void* block, std::align_val_t) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block, __builtin_return_address(0)); }
[[gnu::weak]] void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block, __builtin_return_address(0)); }

#endif

void* halo_engine::named_block(void* block, const char* name)
{
    const halo::engine::EngineScope scope;
    halo::engine::ProgramHeap::name(block, name);
    return block;
}
