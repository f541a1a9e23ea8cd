#pragma once
// The untrusted half: calls the function with the inputs of a request and writes the results, record by record.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "findings/trace.hpp"
#include "harness/lab/cases.hpp"
#include "harness/wire/wire.hpp"

namespace halo::lab {

/// Writes bytes somewhere and returns when they have been written.
using Sink = std::function<void(std::string_view)>;

/// Makes every call of the request. Knows no expected value.
void run(const Lab& lab, const Request& request, const Sink& sink);

/// Which block of a call to record.
struct BlockChoice {
    std::optional<std::uint64_t> element = {};      ///< the one that stored this element of the output; if none did, as below
    std::string kernel = {};                        ///< empty: the kernel that was launched last
    Index3 block = {};
};

/// Makes one call, and again while this block is recorded. Nothing if the call did not get to its end, or launched nothing.
std::optional<BlockTrace> trace_block(const Lab& lab, const std::string& function, const Inputs& inputs, const BlockChoice& choice);

/// Writes all bytes to a file descriptor; gives up silently if the reader is gone.
void write_all(int fd, std::string_view bytes);

}  // namespace halo::lab
