#pragma once
// Reads fields of JSON from an untrusted process. Whatever no engine writes is rejected by name, because callers compute with these
// numbers.

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/finding.hpp"

namespace halo::lab {

using Json = nlohmann::json;

inline constexpr std::size_t kLongestText = 4000;       // longer ones are cut: an exception may say anything
inline constexpr std::size_t kMostDimensions = 8;

// Bounds that leave room to multiply: elements, addresses and blocks are counted in 64 bits.
inline constexpr std::int64_t kMostCounted = std::int64_t(1) << 53;        // what a double holds exactly
inline constexpr std::int64_t kMostElements = std::int64_t(1) << 48;
inline constexpr std::int64_t kMostBlocks = (std::int64_t(1) << 31) - 1;
inline constexpr std::int64_t kMostLines = 1 << 24;
inline constexpr std::int64_t kMostThreads = 1024;
inline constexpr std::int64_t kAnyUnsigned = std::numeric_limits<std::uint32_t>::max();

/// What is wrong with the facts.
struct Damage {
    std::string what;
};

[[noreturn]] inline void refuse(const std::string& field, const Json& found)
{
    std::string text = found.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    throw Damage{fmt::format("{} is {}", field, text)};
}

/// The fields of one object. A missing field leaves its target unchanged; one of the wrong type or out of bounds is rejected.
class Fields {
public:
    Fields(const Json& object, std::string prefix) : object_(object), prefix_(std::move(prefix)) {}

    void read(const char* field, bool& to) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_boolean()) refuse(prefix_ + field, *from);
        to = from->get<bool>();
    }

    void read(const char* field, double& to) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_number()) refuse(prefix_ + field, *from);
        to = from->get<double>();
    }

    void read(const char* field, std::string& to) const
    {
        if (const Json* from = find(field)) to = text(field, *from);
    }

    template <std::integral Number>
    void read(const char* field, Number& to, std::int64_t least, std::int64_t most) const
    {
        if (const Json* from = find(field)) to = Number(number(field, *from, least, most));
    }

    /// Of what a student passed: any number of 64 bits.
    template <std::integral Number>
    void read_any(const char* field, Number& to) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_number_integer()) refuse(prefix_ + field, *from);
        to = from->get<Number>();
    }

    template <class Enum>
        requires std::is_enum_v<Enum>
    void read(const char* field, Enum& to, Enum last) const
    {
        if (const Json* from = find(field)) to = Enum(number(field, *from, 0, std::int64_t(last)));
    }

    void read(const char* field, Place& to) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_array() || from->size() != 2) refuse(prefix_ + field, *from);
        to.file = text(field, (*from)[0]);
        to.line = int(number(field, (*from)[1], 0, kMostLines));
    }

    void read(const char* field, Index3& to, std::int64_t most) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_array() || from->size() != 3) refuse(prefix_ + field, *from);
        to = {unsigned(number(field, (*from)[0], 0, most)), unsigned(number(field, (*from)[1], 0, most)),
              unsigned(number(field, (*from)[2], 0, most))};
    }

    void read(const char* field, std::vector<std::int64_t>& to, std::int64_t least) const
    {
        const Json* from = find(field);
        if (from == nullptr) return;
        if (!from->is_array() || from->size() > kMostDimensions) refuse(prefix_ + field, *from);
        to.clear();
        for (const Json& each : *from) to.push_back(number(field, each, least, kMostElements));
    }

    /// For a field that is valid by itself but contradicts others.
    [[noreturn]] void refuse_field(const char* field) const { refuse(prefix_ + field, *find(field)); }

private:
    const Json* find(const char* field) const
    {
        const auto found = object_.find(field);
        return found == object_.end() ? nullptr : &*found;
    }

    std::int64_t number(const char* field, const Json& from, std::int64_t least, std::int64_t most) const
    {
        if (!from.is_number_integer()) refuse(prefix_ + field, from);
        // A number above the range of int64 would read as negative; it is reported with its digits anyway.
        const bool huge = from.is_number_unsigned() && from.get<std::uint64_t>() > std::uint64_t(kMostCounted);
        const std::int64_t value = huge ? most : from.get<std::int64_t>();
        if (huge || value < least || value > most) refuse(prefix_ + field, from);
        return value;
    }

    std::string text(const char* field, const Json& from) const
    {
        if (!from.is_string()) refuse(prefix_ + field, from);
        std::string to = from.get_ref<const std::string&>().substr(0, kLongestText);
        for (char& c : to)
            if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) c = '?';
        return to;
    }

    const Json& object_;
    std::string prefix_;
};

}  // namespace halo::lab
