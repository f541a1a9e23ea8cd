#pragma once
// Inputs from a seed, in exactly defined integer arithmetic: the same numbers on every machine.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/extent.hpp"

namespace halo {

/// Mixes two numbers into one that depends on every bit of both.
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

/// A number that depends on every byte of the text.
std::uint64_t mix(std::uint64_t a, std::string_view text);

/// A signal or image [height][width] of whole numbers from −9 to 9 without 0: a missing term always shows,
/// and sums are exact in float, in any order. Each value depends on its position and the seed.
std::vector<float> whole_numbers(Extent extent, std::uint64_t seed);

/// Scrambled whole numbers from 1 to 2^bits, none of them twice up to 2^bits numbers: each shows where it came from. At most 24
/// bits, so that a float holds every one.
std::vector<float> distinct_numbers(std::size_t count, unsigned bits, std::uint64_t seed);

/// A filter [height][width] of halves from −4.5 to 4.5 without 0 that differs from itself mirrored in x, in y
/// and in both, and transposed, wherever its size allows: a function that mirrors it must fail. Both sizes are odd.
/// Halves, so that a sum in an int fails too; float sums of halves are still exact.
/// What may be added to each of whole_numbers(): its products with asymmetric_filter() are still exact.
inline constexpr float kFraction = 0.25f;

std::vector<float> asymmetric_filter(Extent extent, std::uint64_t seed);

/// Bytes of an image [height][width][3], 0 to 255.
std::vector<float> colour_bytes(Extent extent, std::uint64_t seed);

/// An asymmetric filter for bytes. Its weights are 45ths and sum to 1, so that most sums stay in 0…255 and some do not.
/// No sum of bytes lies within 1/100 of a half, so that a rounded one is right or wrong whatever the order of its terms.
std::vector<float> byte_filter(int radius, std::uint64_t seed);

}  // namespace halo
