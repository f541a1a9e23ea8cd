#pragma once
// Names and numbers for what the recorder kept.

#include <cstdint>
#include <string>

#include "engine/watch/recorder.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// What the numbers of an array are. bytes 0: not known.
struct Scalar {
    std::uint64_t bytes = 0;
    bool is_float = false;
};
Scalar scalar_of(const RecordedAccess& access);

/// `size` bytes as one number.
double as_number(const unsigned char* bytes, std::uint32_t size, bool is_float);

/// A small integer would be a tiny float.
bool looks_like_float(const unsigned char* bytes, std::uint32_t size);

/// Line, array, index and shape of `size` bytes, `from` bytes into an access of the recorded block. `kernel`: its name in the launch.
Finding resolve(const RecordedAccess& access, const Recorder::RecordedBlock& block, const std::string& kernel, std::uint32_t from,
                std::uint32_t size);

}  // namespace halo::engine
