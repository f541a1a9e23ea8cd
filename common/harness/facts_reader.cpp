// Reads facts from an untrusted process. Whatever no engine writes is rejected by name, because callers compute with these numbers.

#include <concepts>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/facts.hpp"

namespace halo::lab {

using Json = nlohmann::json;

namespace {

constexpr std::size_t kLongestText = 4000;              // longer ones are cut: an exception may say anything
constexpr std::size_t kMostFindings = 64;               // more are not shown
constexpr std::size_t kLongestFacts = 4u << 20;         // of JSON; parsed, it takes forty times as much
constexpr std::size_t kMostLoads = 4096;                // of one thread; more are not shown
constexpr int kDeepest = 16;
constexpr std::size_t kMostDimensions = 8;

// Bounds that leave room to multiply: elements, addresses and blocks are counted in 64 bits.
constexpr std::int64_t kMostCounted = std::int64_t(1) << 53;        // what a double holds exactly
constexpr std::int64_t kMostElements = std::int64_t(1) << 48;
constexpr std::int64_t kMostBlocks = (std::int64_t(1) << 31) - 1;
constexpr std::int64_t kMostLines = 1 << 24;
constexpr std::int64_t kMostThreads = 1024;
constexpr std::int64_t kAnyUnsigned = std::numeric_limits<std::uint32_t>::max();

/// What is wrong with the facts.
struct Damage {
    std::string what;
};

[[noreturn]] void refuse(const std::string& field, const Json& found)
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

/// An array's extents must not overflow when multiplied.
void check_shape(const Fields& fields, const Finding& f)
{
    std::int64_t elements = 1;
    for (const std::int64_t extent : f.shape) {
        if (extent > 0 && elements > kMostElements / extent) fields.refuse_field("shape");
        elements *= extent;
    }
}

/// A launch has between 1 and 1024 threads per block, and this thread is one of them. Findings in host code have no launch.
void check_launch(const Fields& fields, const Finding& f)
{
    const Index3 s = f.block_shape;
    if (s == Index3{}) return;
    const std::int64_t threads = std::int64_t(s.x) * s.y * s.z;
    if (threads < 1 || threads > kMostThreads) fields.refuse_field("block_shape");
    if (f.thread.x >= s.x || f.thread.y >= s.y || f.thread.z >= s.z) fields.refuse_field("thread");
}

Finding finding(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("finding {}", number + 1);
    if (!from.is_object() || !from.contains("kind")) refuse(name, from);

    const Fields fields(from, name + ": ");
    Finding f;
    fields.read("kind", f.kind, FindingKind::leak);
    fields.read("kernel", f.kernel);
    fields.read("at", f.at);
    fields.read("access", f.access, Access::atomic);
    fields.read("other", f.other);
    fields.read("other_access", f.other_access, Access::atomic);
    fields.read("space", f.space, Space::host);
    fields.read("outside", f.outside, Outside::trap);
    fields.read("array", f.array);
    fields.read("index", f.index, -kMostElements);
    fields.read("shape", f.shape, 0);
    fields.read("allocated", f.allocated);
    fields.read("block", f.block, kMostBlocks);
    fields.read("thread", f.thread, kMostThreads - 1);
    fields.read("other_block", f.other_block, kMostBlocks);
    fields.read("other_thread", f.other_thread, kMostThreads - 1);
    fields.read("block_shape", f.block_shape, kMostThreads);
    fields.read("call", f.call);
    fields.read("arrived", f.arrived, 0, kAnyUnsigned);
    fields.read("expected", f.expected, 0, kAnyUnsigned);
    fields.read("other_left", f.other_left);
    fields.read("across_warps", f.across_warps);
    fields.read("barrier_between", f.barrier_between, 0, kMostLines);
    fields.read("mask", f.mask, 0, kAnyUnsigned);
    fields.read("unnamed", f.unnamed);
    fields.read("count", f.count, 0, kMostCounted);
    fields.read("bytes", f.bytes, 0, kMostCounted);
    fields.read("asked", f.asked, 0, kMostCounted);
    fields.read("there", f.there, 0, kMostCounted);
    check_shape(fields, f);
    check_launch(fields, f);
    return f;
}

Stored stored(const Json& from, const std::string& name)
{
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name + ": ");
    Stored s;
    fields.read("kernel", s.kernel);
    fields.read("at", s.at);
    fields.read("access", s.access, Access::atomic);
    fields.read("launch", s.launch, 0, kAnyUnsigned);
    fields.read("block", s.block, kMostBlocks);
    fields.read("thread", s.thread, kMostThreads - 1);
    fields.read("block_shape", s.block_shape, kMostThreads);
    fields.read("grid", s.grid, kMostBlocks);
    fields.read("times", s.times, 0, kMostCounted);
    fields.read("several_threads", s.several_threads);
    fields.read("first_at", s.first_at);
    fields.read("first_block", s.first_block, kMostBlocks);
    fields.read("first_thread", s.first_thread, kMostThreads - 1);
    fields.read("copied", s.copied);
    return s;
}

void read_load(const Fields& fields, Load& l)
{
    fields.read("at", l.at);
    fields.read("space", l.space, Space::host);
    fields.read("texture", l.texture);
    fields.read("array", l.array);
    fields.read("index", l.index, -kMostElements);
    fields.read("shape", l.shape, 0);
    fields.read("value", l.value);
    fields.read("is_float", l.is_float);
    fields.read("bytes", l.bytes, 0, kAnyUnsigned);
}

Loaded loaded(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("load {}", number + 1);
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name + ": ");
    Loaded l;
    read_load(fields, l);
    fields.read("stores_between", l.stores_between, 0, kAnyUnsigned);
    const auto origin = from.find("origin");
    if (origin == from.end()) return l;
    if (!origin->is_object()) refuse(name + ": origin", *origin);
    const Fields of_origin(*origin, name + ": origin: ");
    of_origin.read("at", l.origin.emplace().at);
    of_origin.read("thread", l.origin->thread, kMostThreads - 1);
    if (const auto load = origin->find("load"); load != origin->end()) {
        if (!load->is_object()) refuse(name + ": origin: load", *load);
        read_load(Fields(*load, name + ": origin: load: "), l.origin->load.emplace());
    }
    return l;
}

void read_side(const Json& step, const char* which, const std::string& name, CopySide& s)
{
    const auto found = step.find(which);
    if (found == step.end()) return;
    if (!found->is_object()) refuse(name + which, *found);
    const Fields fields(*found, name + which + ": ");
    fields.read("array", s.array);
    fields.read("bytes", s.bytes, 0, kMostElements);
    fields.read("on_host", s.on_host);
}

HostStep host_step(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("step {}: ", number + 1);
    if (!from.is_object()) refuse(name, from);
    const Fields fields(from, name);
    HostStep s;
    fields.read("at", s.at);
    fields.read("kernel", s.kernel);
    read_side(from, "target", name, s.target);
    read_side(from, "source", name, s.source);
    fields.read("copied", s.copied, 0, kMostElements);
    return s;
}

History history(const Json& from)
{
    if (!from.is_object()) refuse("history", from);
    const Fields fields(from, "history: ");
    History h;
    fields.read("store_line", h.store_line, 0, kMostLines);
    fields.read("by_several", h.by_several, 0, kMostCounted);
    fields.read("element", h.element, 0, kMostElements);
    if (const auto found = from.find("stored"); found != from.end()) h.stored = stored(*found, "history: stored");
    if (const auto found = from.find("twice"); found != from.end()) h.twice = stored(*found, "history: twice");
    if (const auto found = from.find("loads"); found != from.end()) {
        if (!found->is_array()) refuse("history: loads", *found);
        for (std::size_t i = 0; i < found->size() && i < kMostLoads; ++i) h.loads.push_back(loaded((*found)[i], i));
    }
    if (const auto found = from.find("steps"); found != from.end()) {
        if (!found->is_array()) refuse("history: steps", *found);
        for (std::size_t i = 0; i < found->size() && i < kMostLoads; ++i) h.steps.push_back(host_step((*found)[i], i));
    }
    return h;
}

void read_pointer(const Json& refusal, const char* which, RefusedPointer& p)
{
    const auto found = refusal.find(which);
    if (found == refusal.end()) return;
    if (!found->is_object()) refuse(fmt::format("refusal: {}", which), *found);
    const Fields fields(*found, fmt::format("refusal: {}: ", which));
    fields.read("to", p.to, PointerTo::elsewhere);
    fields.read("array", p.array);
    fields.read("allocated", p.allocated);
    fields.read_any("asked", p.asked);
    fields.read("there", p.there, 0, kMostElements);
    fields.read("before", p.before, 0, kMostElements);
    fields.read("element_bytes", p.element_bytes, 0, kMostLines);
    fields.read("is_float", p.is_float);
}

Refusal refusal(const Json& from)
{
    if (!from.is_object() || !from.contains("kind")) refuse("refusal", from);
    const Fields fields(from, "refusal: ");
    Refusal r;
    fields.read("call", r.call);
    fields.read("kind", r.kind, RefusedCall::launch);
    fields.read("at", r.at);
    fields.read("code", r.code);
    fields.read("reason", r.reason);
    fields.read_any("direction", r.direction);
    fields.read_any("offset", r.offset);
    read_pointer(from, "target", r.target);
    read_pointer(from, "source", r.source);
    fields.read("launched", r.launched);
    fields.read("kernel", r.kernel);
    fields.read("grid", r.grid, kAnyUnsigned);
    fields.read("block", r.block, kAnyUnsigned);
    fields.read_any("shared_bytes", r.shared_bytes);
    fields.read("limit", r.limit, LaunchLimit::dynamic_shared);
    fields.read("most", r.most, 0, kMostCounted);
    return r;
}

/// Deep nesting could exhaust the stack of a recursive parser.
bool nested_too_deep(std::string_view text)
{
    int depth = 0;
    for (const char c : text)
        if ((c == '[' || c == '{') && ++depth > kDeepest) return true;
        else if (c == ']' || c == '}') --depth;
    return false;
}

Facts read_facts(std::string_view text)
{
    if (text.size() > kLongestFacts) throw Damage{fmt::format("{} bytes of facts", text.size())};
    if (nested_too_deep(text)) throw Damage{"the facts cannot be parsed"};
    const Json from = Json::parse(text, nullptr, false);
    if (!from.is_object()) throw Damage{"the facts cannot be parsed"};

    const Fields fields(from, "");
    Facts facts;
    if (const auto found = from.find("error"); found != from.end()) {
        if (!found->is_object()) refuse("error", *found);
        const Fields error(*found, "error: ");
        CallError& e = facts.error.emplace();
        error.read("headline", e.message.headline);
        error.read("where", e.message.where);
        error.read("try", e.message.attempt);
        error.read("code", e.code);
        error.read("call", e.call);
    }
    if (const auto found = from.find("refusal"); found != from.end()) facts.refusal = refusal(*found);
    fields.read("leaked_bytes", facts.leaked_bytes, 0, kMostCounted);
    fields.read("host_reads", facts.host_reads, 0, kMostCounted);
    fields.read("fetched_bytes", facts.fetched_bytes, 0, kMostCounted);
    fields.read("sent_bytes", facts.sent_bytes, 0, kMostCounted);
    fields.read("ms", facts.ms);
    if (const auto found = from.find("findings"); found != from.end()) {
        if (!found->is_array()) refuse("findings", *found);
        for (std::size_t i = 0; i < found->size() && i < kMostFindings; ++i) facts.findings.push_back(finding((*found)[i], i));
    }
    if (const auto found = from.find("history"); found != from.end()) facts.history = history(*found);
    if (const auto found = from.find("counters"); found != from.end()) {
        if (!found->is_object()) refuse("counters", *found);
        const Fields counters(*found, "");
        facts.counters.emplace();
        for_each_counter([&](const char* name, auto member) { counters.read(name, (*facts.counters).*member, 0, kMostCounted); });
    }
    return facts;
}

}  // namespace

std::optional<Facts> facts_from_json(std::string_view text, std::string* damage) noexcept
try {
    try {
        return read_facts(text);
    } catch (const Damage& found) {
        if (damage != nullptr) *damage = found.what;
    }
    return std::nullopt;
} catch (...) {
    return std::nullopt;
}

}  // namespace halo::lab
