#include "timing/card_fault.hpp"

#include <fmt/format.h>

namespace halo::timing {

namespace {

// Of cudaError_t, which has them for good. This file is compiled without the toolkit, so that its test needs none.
enum : int { kOutOfMemory = 2, kInsufficientDriver = 35, kDevicesUnavailable = 46, kNoDevice = 100, kInvalidDevice = 101, kIpcUnsupported = 801 };

}  // namespace

Fault::Fault(const std::string& what, const std::string& where, const std::string& attempt)
    : std::runtime_error(fmt::format("{}\n  where: {}\n  try:   {}", what, where, attempt))
{
}

Fault card_fault(int status, const std::string& text, const std::string& call)
{
    const std::string where = fmt::format("{}: {}", call, text);
    switch (status) {
    case kInsufficientDriver:
        return {"no time was taken: this card's driver is older than the CUDA Toolkit", where,
                "update the driver, or install an older toolkit; nvidia-smi shows the newest that the driver runs"};
    case kNoDevice:
    case kInvalidDevice: return {"no time was taken: no GPU can be used", where, "look at nvidia-smi"};
    case kDevicesUnavailable:
        return {"no time was taken: the card lets in one process at a time, and a function is timed by two", where,
                "end what else runs on it, and allow more: nvidia-smi --compute-mode=DEFAULT"};
    case kOutOfMemory:
        return {"no time was taken: the card has too little free memory", where, "end what else runs on it: nvidia-smi lists its processes"};
    case kIpcUnsupported:
        return {"no time was taken: this card's driver lends no memory to another process", where, "time on Linux itself, not below WSL"};
    default:
        return {"no time was taken: the card was lost", where, "look at nvidia-smi and, for Xid, at dmesg; then run it again: what has been timed is kept"};
    }
}

}  // namespace halo::timing
