#pragma once
// The untrusted half: calls the function with the inputs of a request and writes the results, record by record.

#include <functional>
#include <string_view>

#include "harness/lab.hpp"
#include "harness/wire.hpp"

namespace halo::lab {

/// Writes bytes somewhere and returns when they have been written.
using Sink = std::function<void(std::string_view)>;

/// Makes every call of the request. Knows no expected value.
void run(const Lab& lab, const Request& request, const Sink& sink);

/// Writes all bytes to a file descriptor; gives up silently if the reader is gone.
void write_all(int fd, std::string_view bytes);

}  // namespace halo::lab
