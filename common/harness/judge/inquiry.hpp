#pragma once
// A second request, made only about a wrong result that nothing else explains: the wrong call again, then the calls that ask
// the function what it sums. It is never used to pass anything.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/taps.hpp"
#include "findings/history.hpp"
#include "harness/judge/plan.hpp"
#include "harness/wire/wire.hpp"

namespace halo::lab {

struct Inquiry {
    std::size_t call = 0;                   ///< of the first request, which it is about
    Request request;
    double cost = 0;                        ///< products that the function is asked to make, and what its threads cost besides
    double telling = 0;                     ///< elements of the output; a square image hides an exchange of x and y, and counts less
};

/// Is this the better one of two inquiries about the same function: the most telling that can be answered in time?
bool better(const Inquiry& a, const Inquiry& b);

/// What came back.
struct Answer {
    std::string_view response;
    std::string ended;                      ///< as in judge()
};

/// What an answer says.
struct Learned {
    std::optional<TapMap> taps;
    std::optional<History> history;         ///< of the first wrong element

    bool said_anything() const { return taps || history; }
};

/// A call with a wrong result.
struct WrongCall {
    std::size_t index = 0;                  ///< of the planned calls
    std::size_t element = 0;                ///< the first wrong one
    std::uint64_t threads = 0;              ///< that it ran, where they are counted
};

/// Asks about the most telling of these calls: the largest that can be asked in time. Nothing if there are none.
std::optional<Inquiry> inquiry_about(const Lab& lab, const std::string& function, std::span<const PlannedCall> calls,
                                     std::span<const WrongCall> wrong);

/// Reads the answer to an inquiry; whatever bytes it has, what cannot be used is left out.
Learned learned_from(const Lab& lab, const PlannedCall& call, const Inquiry& inquiry, const Answer& answer);

}  // namespace halo::lab
