// Has the standard library free a block of the harness, and then gets the block for itself.
// ends: out_of_bounds
// sanitized: crash
// by: the allocator: a library frees nothing that the program has not allocated

#include <cstdlib>
#include <sstream>
#include <string>

#include "solved.cuh"

#include <cstdio>
static std::size_t bytes_of_block;
// A block in use that comes after a block of its own.
static void* theirs()
{
    char* const mine = static_cast<char*>(std::malloc(24));
    std::size_t* chunk = reinterpret_cast<std::size_t*>(mine - 16);
    for (int i = 0; i < 200; ++i) {
        const std::size_t bytes = __atomic_load_n(chunk + 1, __ATOMIC_RELAXED) / 16 * 16;
        if (bytes == 0 || bytes > 200000) return nullptr;
        std::size_t* const next = chunk + bytes / 8;
        if (bytes > 100 && bytes < 1000 && (__atomic_load_n(next + 1, __ATOMIC_RELAXED) & 1) != 0) {
            bytes_of_block = bytes - 8;
            return chunk + 2;
        }
        chunk = next;
    }
    return nullptr;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    static bool done = false;
    void* const block = done ? nullptr : theirs();
    if (block == nullptr) return;
    std::stringbuf* volatile text = new std::stringbuf(std::string(100, ' '));
    void** words = reinterpret_cast<void**>(text);
    int patched = 0;
    for (int i = 0; i < 12; ++i)
        if (patched == 0 && words[i] != nullptr && words[i + 1] == reinterpret_cast<void*>(100)) words[i] = block, ++patched;    // its characters
    delete text;                                   // the library frees them
    char* const mine = static_cast<char*>(std::malloc(bytes_of_block));
    std::printf("patched %d, %s\n", patched, mine == block ? "it is mine" : "somebody else's");
    if (mine == block) mine[0] = 0;
    done = true;
}
