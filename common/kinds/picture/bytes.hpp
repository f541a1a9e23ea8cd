#pragma once
// What the bytes of a wrong picture show by themselves: kept results, sums that became bytes in another way, bytes nobody stored.

#include <optional>

#include "findings/evidence.hpp"
#include "kinds/expected.hpp"
#include "kinds/picture/kind.hpp"

namespace halo::lab {

inline constexpr int kColours = 3;

/// The value of bytes that were never written: in fresh device memory on the engine, and in the host's output before the call.
inline constexpr float kUnwrittenByte = 255;

/// The first of these that holds; nothing when none does.
///
///   not_started      every byte is 255, and not because it should be
///   wrong_result     all zero; a copy; bytes cut off instead of rounded, or not clamped
///   stale            the result, the filter or the picture of the previous call
///   unwritten        most wrong bytes are 255
std::optional<Diagnosis> mistake_of_bytes(const FilterImage& kind, const WrongResult& wrong);

/// Is only one colour wrong, or only two?
std::optional<Diagnosis> wrong_colours(const WrongResult& wrong);

}  // namespace halo::lab
