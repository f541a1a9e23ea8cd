// Reads what `run` wrote. The process is untrusted: reading stops at anything that `run` would not write.

#include "harness/wire/reader.hpp"
#include "harness/wire/wire.hpp"

namespace halo::lab {

namespace {

/// Bytes that no honest run writes.
struct Malformed {
    std::string what;
};

/// Puts one record into its call.
void take_record(Response& response, std::string_view tag, std::string_view body)
{
    Reader payload(body);
    const auto index = payload.take<std::uint32_t>();
    if (!payload.ok()) throw Malformed{"a record without a call"};
    if (index >= response.calls.size())
        throw Malformed{"a record of call " + std::to_string(std::uint64_t(index) + 1) + " of " + std::to_string(response.calls.size())};
    Returned& call = response.calls[index];
    const std::string of_call = "call " + std::to_string(index + 1) + ": ";
    if (tag == kBegun) {
        call.begun = true;
    } else if (tag == kOutput) {
        call.guard = payload.take<std::uint32_t>();
        if (!payload.ok() || payload.size() % sizeof(float) != 0) throw Malformed{of_call + "its output is not an array of floats"};
        call.values = payload.take_floats(payload.size() / sizeof(float));
    } else {
        if (call.finished) throw Malformed{of_call + "its facts come twice"};
        std::string damage;
        auto facts = facts_from_json(payload.take(payload.size()), &damage);
        if (!facts) throw Malformed{of_call + damage};
        call.facts = std::move(*facts);
        call.finished = true;
    }
}

}  // namespace

Response response_from(std::string_view bytes, std::size_t calls) noexcept
{
    Response response;
    try {
        response.calls.resize(calls);
        Reader reader(bytes);
        while (!reader.empty() && !response.complete) {
            const std::string_view tag = reader.take(4);
            if (reader.ok() && tag != kBegun && tag != kOutput && tag != kFacts && tag != kEnd) throw Malformed{"a record with an unknown tag"};
            const std::string_view body = reader.take(reader.take<std::uint64_t>());
            if (!reader.ok()) break;                    // cut short: no end mark
            if (tag != kEnd) {
                take_record(response, tag, body);
                continue;
            }
            if (!body.empty() || !reader.empty()) throw Malformed{"bytes after the end mark"};
            response.complete = true;
        }
    } catch (const Malformed& found) {
        response.malformed = true;
        response.damage = found.what;
    } catch (...) {
        response.malformed = true;
    }
    return response;
}

}  // namespace halo::lab
