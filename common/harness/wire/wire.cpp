#include "harness/wire/wire.hpp"

#include <bit>

#include "harness/wire/reader.hpp"

namespace halo::lab {

namespace {

static_assert(std::endian::native == std::endian::little, "the wire is little endian");

constexpr std::string_view kRequestMagic = "halo request 5\n";

template <class T>
void put(std::string& out, const T& value)
{
    out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

void put_floats(std::string& out, std::span<const float> values)
{
    out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

std::string record(std::string_view tag, std::string_view payload)
{
    std::string out(tag);
    put(out, std::uint64_t(payload.size()));
    out += payload;
    return out;
}

}  // namespace

std::string to_bytes(const Request& request)
{
    std::string out(kRequestMagic);
    put(out, std::uint32_t(request.function.size()));
    out += request.function;
    put(out, std::uint32_t(request.calls.size()));
    for (const Inputs& call : request.calls) {
        put(out, std::uint32_t(call.size.numbers().size()));
        for (const Size::Number& number : call.size.numbers()) put(out, number);
        put(out, std::uint32_t(call.arrays.size()));
        for (const auto& array : call.arrays) {
            put(out, std::uint64_t(array.size()));
            put_floats(out, array);
        }
    }
    put(out, std::uint8_t(request.traced.has_value()));
    put(out, request.traced.value_or(0));
    put(out, std::uint8_t(request.loads));
    put(out, std::uint8_t(request.lines));
    put(out, std::uint8_t(request.proved));
    return out;
}

std::optional<Request> request_from(std::string_view bytes)
{
    Reader reader(bytes);
    if (reader.take(kRequestMagic.size()) != kRequestMagic) return std::nullopt;

    Request request;
    request.function = reader.take(reader.take<std::uint32_t>());
    const auto calls = reader.take<std::uint32_t>();
    for (std::uint32_t c = 0; c < calls && reader.ok(); ++c) {
        Inputs inputs;
        const auto numbers = reader.take<std::uint32_t>();
        if (numbers > Size::kMostNumbers) return std::nullopt;
        for (std::uint32_t n = 0; n < numbers && reader.ok(); ++n) {
            auto number = reader.take<Size::Number>();
            if (number.name[Size::kLongestName] != 0) return std::nullopt;
            inputs.size.add(number.name, number.value);
        }
        const auto arrays = reader.take<std::uint32_t>();
        for (std::uint32_t a = 0; a < arrays && reader.ok(); ++a)
            inputs.arrays.push_back(reader.take_floats(reader.take<std::uint64_t>()));
        request.calls.push_back(std::move(inputs));
    }
    const bool traced = reader.take<std::uint8_t>() != 0;
    const auto element = reader.take<std::uint64_t>();
    if (traced) request.traced = element;
    request.loads = reader.take<std::uint8_t>() != 0;
    request.lines = reader.take<std::uint8_t>() != 0;
    request.proved = reader.take<std::uint8_t>() != 0;
    if (!reader.ok() || !reader.empty()) return std::nullopt;
    return request;
}

std::string begun_record(std::uint32_t call)
{
    std::string payload;
    put(payload, call);
    return record(kBegun, payload);
}

std::string output_record(std::uint32_t call, std::uint32_t guard, std::span<const float> values)
{
    std::string payload;
    put(payload, call);
    put(payload, guard);
    put_floats(payload, values);
    return record(kOutput, payload);
}

std::string facts_record(std::uint32_t call, const Facts& facts)
{
    std::string payload;
    put(payload, call);
    payload += to_json(facts);
    return record(kFacts, payload);
}

std::string end_record() { return record(kEnd, {}); }

}  // namespace halo::lab
