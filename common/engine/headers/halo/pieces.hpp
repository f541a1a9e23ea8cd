#pragma once
// A kernel in pieces. Where all threads of a block pass a barrier in the kernel's own body, outside every branch and loop, the
// translator makes a function of what follows:
//
//     a; __syncthreads(); b    →   a; return ::halo_engine::next_piece(…, [=]() mutable { b });
//
// A thread that comes to the barrier returns from the kernel. What it will need is in the lambda's copies, a few words, and not
// in a stack; when all have arrived, `b` runs for one thread after another, as a kernel without barriers does.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "builtins.hpp"

namespace halo_engine {

using PieceHalf [[gnu::may_alias]] = std::uint32_t;   ///< of a word, whatever it contains

/// What a thread that waits between two pieces keeps: which piece comes next, and after it the variables, `words` of 8 bytes.
struct Piece {
    static constexpr std::size_t kMostWords = 14;

    void (*run)(void* variables);

    std::uint64_t* variables() { return reinterpret_cast<std::uint64_t*>(this + 1); }
    static constexpr std::size_t bytes(std::size_t words) { return sizeof(Piece) + words * sizeof(std::uint64_t); }
};

/// The calling thread has come to a barrier and is about to return from this piece. It then waits for every thread of its block.
[[gnu::noinline]] Piece* end_piece(int number, int line, std::size_t words);
/// Called after end_piece: the thread keeps its stack, and goes on when this returns.
[[gnu::noinline]] void stay_in_piece();

// Keeping variables is not an access of the kernel, so it is not instrumented.
#if defined(__x86_64__)
template <class T>
[[gnu::always_inline]] inline T kept(const T& from)
{
    T value;
    __asm__("mov %1, %0" : "=r"(value) : "m"(from));
    return value;
}
template <class T>
[[gnu::always_inline]] inline void keep(T& to, T value)
{
    __asm__("mov %1, %0" : "=m"(to) : "r"(value));
}
#else
template <class T>
[[gnu::noinline, gnu::no_sanitize("thread")]] T kept(const T& from)
{
    return from;
}
template <class T>
[[gnu::noinline, gnu::no_sanitize("thread")]] void keep(T& to, T value)
{
    to = value;
}
#endif

template <class Rest>
struct PieceSize {
    static constexpr std::size_t kHalves = sizeof(Rest) / sizeof(PieceHalf), kWords = (kHalves + 1) / 2;
    static constexpr bool kFits = std::is_trivially_copyable<Rest>::value && sizeof(Rest) % sizeof(PieceHalf) == 0 && kWords <= Piece::kMostWords;
};

template <class Rest>
[[gnu::flatten]] void run_piece(void* from)
{
    constexpr std::size_t kWords = PieceSize<Rest>::kWords;
    union Variables {
        [[gnu::always_inline]] Variables() {}
        std::uint64_t words[kWords];
        Rest rest;
    } variables;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kWords; ++i) variables.words[i] = kept(static_cast<const std::uint64_t*>(from)[i]);
    variables.rest();
}

/// By halves: most variables have 4 bytes, and a processor that loads two of them at once, just after they were stored, must wait.
template <class Rest>
[[gnu::always_inline]] inline void end_piece_with(int number, int line, Rest& rest, std::true_type)
{
    Piece* const piece = end_piece(number, line, PieceSize<Rest>::kWords);
    keep(piece->run, &run_piece<Rest>);
#pragma GCC unroll 32
    for (std::size_t i = 0; i < PieceSize<Rest>::kHalves; ++i)
        keep(reinterpret_cast<PieceHalf*>(piece->variables())[i], reinterpret_cast<const PieceHalf*>(&rest)[i]);
}
template <class Rest>
[[gnu::always_inline]] inline void end_piece_with(int number, int line, Rest& rest, std::false_type)
{
    end_piece(number, line, 0);
    stay_in_piece();
    rest();
}

/// What the translator writes for a barrier: `rest` is the kernel from there on.
template <class Rest>
[[gnu::always_inline]] inline void next_piece(int number, int line, Rest&& rest)
{
    end_piece_with(number, line, rest, std::integral_constant<bool, PieceSize<Rest>::kFits>{});
}

}  // namespace halo_engine
