#pragma once
// What was observed during one call, besides its output.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/counters.hpp"
#include "findings/finding.hpp"
#include "findings/history.hpp"
#include "findings/input_use.hpp"
#include "findings/line_traffic.hpp"
#include "findings/proof.hpp"
#include "findings/refused.hpp"
#include "findings/verdict.hpp"

namespace halo::lab {

/// What a function threw, or a CUDA error after it.
struct CallError {
    Message message;
    std::string code;                       ///< `cudaErrorInvalidValue`; empty: no CUDA error
    std::string call;                       ///< the call that failed: `cudaMemcpy`
};

struct Facts {
    std::optional<Counters> counters;       ///< none on a GPU
    std::vector<Finding> findings;
    std::optional<CallError> error;
    std::optional<History> history;         ///< of the element that was asked about
    std::optional<Refusal> refusal;         ///< the first call refused, with this error if it is one of CUDA; none on a GPU
    std::uint64_t leaked_bytes = 0;
    std::uint64_t host_reads = 0;           ///< of elements of the arrays that the function was given, by its host code
    std::uint64_t fetched_bytes = 0;        ///< copied from the device
    std::uint64_t sent_bytes = 0;           ///< copied to the device
    std::optional<InputUse> input_use;      ///< none on a GPU
    std::vector<LineTraffic> lines;         ///< what each line did with memory, if that was asked
    std::optional<Proof> proof;             ///< if that was asked
    StoredBy stored_by;                     ///< of many outputs on the device
    double ms = 0.0;                        ///< by CUDA events; a claim about a GPU only when one ran it
};

std::string to_json(const Facts& facts);

/// Never throws. Nothing if the text is not what `to_json` writes; `damage` then says what is wrong: `finding 1: block_shape is
/// [0,1,1]`. Every number is within bounds that allow computing with it; long strings are cut, and control characters in them
/// replaced.
std::optional<Facts> facts_from_json(std::string_view text, std::string* damage = nullptr) noexcept;

}  // namespace halo::lab
