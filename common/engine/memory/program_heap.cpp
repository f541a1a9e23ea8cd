#include "engine/memory/program_heap.hpp"

#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "engine/memory/boxes.hpp"

// glibc's own names, which remain when a program has a malloc of its own.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* block);
}

namespace halo::engine {
namespace {

template <class T>
struct Plain {
    using value_type = T;
    Plain() = default;
    template <class U> Plain(const Plain<U>&) {}
    T* allocate(std::size_t count)
    {
        void* const memory = __libc_malloc(count * sizeof(T));
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) { __libc_free(memory); }
    template <class U> bool operator==(const Plain<U>&) const { return true; }
};

using Blocks = std::map<std::uintptr_t, HeapBlock, std::less<>, Plain<std::pair<const std::uintptr_t, HeapBlock>>>;

struct State {
    std::mutex mutex;
    Blocks blocks;
};

State& state()
{
    alignas(State) static unsigned char memory[sizeof(State)];
    static State* const made = new (memory) State;      // never destroyed: blocks are freed after all destructors, too
    return *made;
}

/// The block that begins at or before the address.
Blocks::iterator at_or_before(Blocks& blocks, std::uintptr_t address)
{
    const auto after = blocks.upper_bound(address);
    return after == blocks.begin() ? blocks.end() : std::prev(after);
}

}  // namespace

void ProgramHeap::note(const void* block, const HeapBlock& noted)
{
    if (block == nullptr) return;
    const std::lock_guard lock(state().mutex);
    state().blocks[address_of(block)] = noted;
}

void ProgramHeap::name(const void* block, const char* name)
{
    const std::lock_guard lock(state().mutex);
    if (const auto found = state().blocks.find(address_of(block)); found != state().blocks.end()) found->second.name = name;
}

std::optional<HeapBlock> ProgramHeap::at(std::uintptr_t address)
{
    const std::lock_guard lock(state().mutex);
    const auto block = at_or_before(state().blocks, address);
    if (block == state().blocks.end() || address - block->first >= block->second.bytes) return {};
    return block->second;
}

bool ProgramHeap::forget(const void* block)
{
    const std::lock_guard lock(state().mutex);
    return state().blocks.erase(address_of(block)) != 0;
}

bool ProgramHeap::holds(std::uintptr_t address, std::uint64_t bytes)
{
    const std::lock_guard lock(state().mutex);
    const auto block = at_or_before(state().blocks, address);
    return block != state().blocks.end() && address - block->first < block->second.bytes && bytes <= block->second.bytes - (address - block->first);
}

std::size_t ProgramHeap::block_before(std::uintptr_t address)
{
    constexpr std::uintptr_t kNear = 4096;
    const std::lock_guard lock(state().mutex);
    const auto block = at_or_before(state().blocks, address);
    return block != state().blocks.end() && address - block->first < block->second.bytes + kNear ? block->second.bytes : 0;
}

std::vector<Range> ProgramHeap::blocks()
{
    std::vector<Range, Plain<Range>> all;       // the vector that is returned calls malloc
    {
        const std::lock_guard lock(state().mutex);
        for (const auto& [begin, block] : state().blocks) all.push_back({begin, begin + block.bytes});
    }
    return {all.begin(), all.end()};
}

}  // namespace halo::engine
