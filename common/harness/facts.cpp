#include "harness/facts.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "findings/describe.hpp"

namespace halo::lab {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestText = 4000;
constexpr std::size_t kMostFindings = 64;

Json json(const Index3& i) { return Json::array({i.x, i.y, i.z}); }
Json json(const Place& p) { return Json::array({p.file, p.line}); }

Json json(const Finding& f)
{
    return {
        {"kind", int(f.kind)}, {"kernel", f.kernel}, {"at", json(f.at)}, {"access", int(f.access)},
        {"other", json(f.other)}, {"other_access", int(f.other_access)}, {"space", int(f.space)},
        {"outside", int(f.outside)}, {"array", f.array}, {"index", f.index}, {"shape", f.shape},
        {"allocated", json(f.allocated)}, {"block", json(f.block)}, {"thread", json(f.thread)},
        {"other_block", json(f.other_block)}, {"other_thread", json(f.other_thread)},
        {"block_shape", json(f.block_shape)}, {"call", f.call}, {"arrived", f.arrived},
        {"expected", f.expected}, {"other_left", f.other_left}, {"across_warps", f.across_warps},
        {"barrier_between", f.barrier_between}, {"mask", f.mask}, {"unnamed", f.unnamed},
        {"count", f.count}, {"bytes", f.bytes},
    };
}

// Readers: what is absent or of another type stays as it was.

void read(const Json& from, std::string& to)
{
    if (!from.is_string()) return;
    to = from.get_ref<const std::string&>().substr(0, kLongestText);
    for (char& c : to)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) c = '?';
}

template <class Number>
    requires std::is_arithmetic_v<Number>
void read(const Json& from, Number& to)
{
    if constexpr (std::is_same_v<Number, bool>) {
        if (from.is_boolean()) to = from.get<bool>();
    } else if constexpr (std::is_floating_point_v<Number>) {
        if (from.is_number()) to = from.get<Number>();
    } else if constexpr (std::is_unsigned_v<Number>) {
        if (from.is_number_unsigned()) to = from.get<Number>();
    } else {
        if (from.is_number_integer()) to = from.get<Number>();
    }
}

void read(const Json& from, std::vector<std::int64_t>& to)
{
    if (!from.is_array() || from.size() > 8) return;
    to.assign(from.size(), 0);
    for (std::size_t i = 0; i < to.size(); ++i) read(from[i], to[i]);
}

void read(const Json& from, Index3& to)
{
    if (!from.is_array() || from.size() != 3) return;
    read(from[0], to.x);
    read(from[1], to.y);
    read(from[2], to.z);
}

void read(const Json& from, Place& to)
{
    if (!from.is_array() || from.size() != 2) return;
    read(from[0], to.file);
    read(from[1], to.line);
}

template <class Enum>
    requires std::is_enum_v<Enum>
void read(const Json& from, Enum& to, Enum last)
{
    int value = -1;
    read(from, value);
    if (value >= 0 && value <= int(last)) to = Enum(value);
}

template <class... To>
void read_field(const Json& object, const char* field, To&&... to)
{
    if (const auto found = object.find(field); found != object.end()) read(*found, to...);
}

std::optional<CallError> call_error(const Json& from)
{
    if (!from.is_object()) return std::nullopt;
    CallError error;
    read_field(from, "headline", error.message.headline);
    read_field(from, "where", error.message.where);
    read_field(from, "try", error.message.attempt);
    read_field(from, "code", error.code);
    read_field(from, "call", error.call);
    return error;
}

std::optional<Finding> finding(const Json& from)
{
    if (!from.is_object()) return std::nullopt;
    int kind = -1;
    read_field(from, "kind", kind);
    if (kind < 0 || kind > int(FindingKind::leak)) return std::nullopt;

    Finding f;
    f.kind = FindingKind(kind);
    read_field(from, "kernel", f.kernel);
    read_field(from, "at", f.at);
    read_field(from, "access", f.access, Access::atomic);
    read_field(from, "other", f.other);
    read_field(from, "other_access", f.other_access, Access::atomic);
    read_field(from, "space", f.space, Space::host);
    read_field(from, "outside", f.outside, Outside::trap);
    read_field(from, "array", f.array);
    read_field(from, "index", f.index);
    read_field(from, "shape", f.shape);
    read_field(from, "allocated", f.allocated);
    read_field(from, "block", f.block);
    read_field(from, "thread", f.thread);
    read_field(from, "other_block", f.other_block);
    read_field(from, "other_thread", f.other_thread);
    read_field(from, "block_shape", f.block_shape);
    read_field(from, "call", f.call);
    read_field(from, "arrived", f.arrived);
    read_field(from, "expected", f.expected);
    read_field(from, "other_left", f.other_left);
    read_field(from, "across_warps", f.across_warps);
    read_field(from, "barrier_between", f.barrier_between);
    read_field(from, "mask", f.mask);
    read_field(from, "unnamed", f.unnamed);
    read_field(from, "count", f.count);
    read_field(from, "bytes", f.bytes);
    return f;
}

}  // namespace

std::string to_json(const Facts& facts)
{
    Json out = {{"leaked_bytes", facts.leaked_bytes}, {"ms", facts.ms},
                {"findings", Json::array()}};
    for (const Finding& f : facts.findings) out["findings"].push_back(json(f));
    if (facts.error) {
        const CallError& e = *facts.error;
        out["error"] = {{"headline", e.message.headline}, {"where", e.message.where}, {"try", e.message.attempt}, {"code", e.code}, {"call", e.call}};
    }
    if (facts.counters)
        for_each_counter([&](const char* name, auto member) { out["counters"][name] = (*facts.counters).*member; });
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Facts> facts_from_json(std::string_view text) noexcept
try {
    // Nesting is bounded first: a parser that recurses can be made to run out of stack.
    int depth = 0;
    for (const char c : text)
        if ((c == '[' || c == '{') && ++depth > 1000) return std::nullopt;
        else if (c == ']' || c == '}') --depth;
    const Json from = Json::parse(text, nullptr, false);
    if (!from.is_object()) return std::nullopt;

    Facts facts;
    if (const auto found = from.find("error"); found != from.end()) facts.error = call_error(*found);
    read_field(from, "leaked_bytes", facts.leaked_bytes);
    read_field(from, "ms", facts.ms);
    if (const auto found = from.find("findings"); found != from.end() && found->is_array())
        for (std::size_t i = 0; i < found->size() && i < kMostFindings; ++i)
            if (auto f = finding((*found)[i])) facts.findings.push_back(std::move(*f));
    if (const auto found = from.find("counters"); found != from.end() && found->is_object()) {
        facts.counters.emplace();
        for_each_counter([&](const char* name, auto member) { read_field(*found, name, (*facts.counters).*member); });
    }
    return facts;
} catch (...) {
    return std::nullopt;
}

}  // namespace halo::lab
