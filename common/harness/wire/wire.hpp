#pragma once
// What judge and run exchange: a request with inputs, a response with raw outputs and facts.
// A response is written record by record, so that one cut short still holds what came before.
// Readers trust nothing: every length is checked against the bytes that remain.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/facts.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

struct Request {
    std::string function;
    std::vector<Inputs> calls;
    std::optional<std::uint64_t> traced = {};   ///< an element of the first call's output: who stores it?
    bool loads = false;                         ///< … and what had that thread loaded? The call is made twice
    bool lines = false;                         ///< what does each line do with memory? Of all calls
    bool proved = false;                        ///< do the counts of the last call miss anything?
};

std::string to_bytes(const Request& request);

/// Nothing if the bytes are not a request.
std::optional<Request> request_from(std::string_view bytes);

/// Records of a response.
std::string begun_record(std::uint32_t call);
std::string output_record(std::uint32_t call, std::uint32_t guard, std::span<const float> values);
std::string facts_record(std::uint32_t call, const Facts& facts);
std::string end_record();

/// The results of one call.
struct Returned {
    bool begun = false;
    bool finished = false;            ///< output and facts have arrived
    std::uint32_t guard = 0;          ///< elements before and after the output proper
    std::vector<float> values;        ///< with guard bands
    Facts facts;
};

struct Response {
    std::vector<Returned> calls;
    bool complete = false;            ///< the end mark is there, with nothing after it
    bool malformed = false;           ///< bytes that no honest run writes
    std::string damage;               ///< which: `finding 1: block_shape is [0,1,1]`; empty unless malformed
};

/// Reads the response to a request of `calls` calls. Never throws, whatever the bytes are.
Response response_from(std::string_view bytes, std::size_t calls) noexcept;

}  // namespace halo::lab
