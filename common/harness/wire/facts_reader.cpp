// Reads facts from an untrusted process. Whatever no engine writes is rejected by name, because callers compute with these numbers.

#include "findings/finding_kind.hpp"
#include "harness/wire/facts.hpp"
#include "harness/wire/history_reader.hpp"
#include "harness/wire/json_fields.hpp"

namespace halo::lab {

namespace {

constexpr std::size_t kMostFindings = 64;               // more are not shown
constexpr std::size_t kLongestFacts = 4u << 20;         // of JSON; parsed, it takes forty times as much
constexpr int kDeepest = 16;
constexpr std::size_t kMostSourceLines = 4096;
constexpr std::int64_t kMostLanes = 32;
constexpr std::size_t kMostStretches = 1u << 20;        // numbers; the bytes of all facts are limited besides

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
    const auto outside = [&](const Index3& thread) { return thread.x >= s.x || thread.y >= s.y || thread.z >= s.z; };
    if (outside(f.thread)) fields.refuse_field("thread");
    if (outside(f.last.thread)) fields.refuse_field("last_thread");
}

Finding finding(const Json& from, std::size_t number)
{
    const std::string name = fmt::format("finding {}", number + 1);
    if (!from.is_object() || !from.contains("kind")) refuse(name, from);

    const Fields fields(from, name + ": ");
    Finding f;
    fields.read("kind", f.kind, all_finding_kinds().back().kind);
    fields.read("kernel", f.kernel);
    fields.read("launched", f.launched);
    fields.read("at", f.at);
    fields.read("access", f.access, Access::atomic);
    fields.read("other", f.other);
    fields.read("other_access", f.other_access, Access::atomic);
    fields.read("space", f.space, kLastSpace);
    fields.read("outside", f.outside, kLastOutside);
    fields.read("array", f.array);
    fields.read("index", f.index, -kMostElements);
    fields.read("shape", f.shape, 0);
    fields.read("allocated", f.allocated);
    fields.read("overwritten", f.overwritten);
    fields.read("filled_from", f.filled_from);
    fields.read("device_copy", f.device_copy);
    fields.read("copy_is_variable", f.copy_is_variable);
    fields.read("block", f.block, kMostBlocks);
    fields.read("thread", f.thread, kMostThreads - 1);
    fields.read("other_block", f.other_block, kMostBlocks);
    fields.read("other_thread", f.other_thread, kMostThreads - 1);
    fields.read("last_block", f.last.block, kMostBlocks);
    fields.read("last_thread", f.last.thread, kMostThreads - 1);
    fields.read("last_index", f.last.index, -kMostElements);
    fields.read("block_shape", f.block_shape, kMostThreads);
    fields.read("call", f.call);
    fields.read("arrived", f.arrived, 0, kAnyUnsigned);
    fields.read("expected", f.expected, 0, kAnyUnsigned);
    fields.read("times", f.times, 0, kAnyUnsigned);
    fields.read("other_left", f.other_left);
    fields.read("across_warps", f.across_warps);
    fields.read("barrier_between", f.barrier_between, 0, kMostLines);
    fields.read("mask", f.mask, 0, kAnyUnsigned);
    fields.read("unnamed", f.unnamed);
    fields.read("has_atomics", f.has_atomics);
    fields.read("after_race", f.after_race);
    fields.read("progressing", f.progressing);
    fields.read("finished", f.finished, 0, kMostCounted);
    fields.read("blocks", f.blocks, 0, kMostCounted);
    fields.read("limit_is_setting", f.limit_is_setting);
    fields.read("count", f.count, 0, kMostCounted);
    fields.read("bytes", f.bytes, 0, kMostCounted);
    fields.read_any("asked", f.asked);
    fields.read("there", f.there, 0, kMostCounted);
    check_shape(fields, f);
    check_launch(fields, f);
    return f;
}

LanePattern lane_pattern(const Json& line, const std::string& name)
{
    const auto found = line.find("dearest");
    if (found == line.end() || !found->is_object()) refuse(name + "dearest", found == line.end() ? line : *found);
    const Fields fields(*found, name + "dearest: ");
    LanePattern p;
    fields.read("lanes", p.lanes, 1, kMostLanes);
    fields.read("stride", p.stride, -kMostElements, kMostElements);
    fields.read("regular", p.regular);
    fields.read("begin", p.begin, 0, LanePattern::kAnywhere);
    fields.read("sectors", p.sectors, 0, kMostThreads);
    fields.read("fewest_sectors", p.fewest_sectors, 0, p.sectors);
    fields.read("conflicts", p.conflicts, 0, kMostThreads);
    fields.read("padded_conflicts", p.padded_conflicts, 0, kMostThreads);
    fields.read("replays", p.replays, 0, kMostThreads);
    return p;
}

LineTraffic line_traffic(const Json& from, std::size_t number)
{
    if (!from.is_object()) refuse(fmt::format("line {}", number + 1), from);
    const std::string name = fmt::format("line {}: ", number + 1);
    const Fields fields(from, name);
    LineTraffic l;
    fields.read("at", l.at);
    fields.read("access", l.access, Access::atomic);
    fields.read("space", l.space, kLastSpace);
    fields.read("array", l.array);
    fields.read("array_bytes", l.array_bytes, 0, kMostElements);
    fields.read("row", l.row, 0, kMostElements);
    fields.read("bytes", l.bytes, 1, kMostLines);
    fields.read("requests", l.requests, 1, kMostCounted);
    fields.read("lanes", l.lanes, 1, kMostCounted);
    fields.read("broadcasts", l.broadcasts, 0, kMostCounted);
    fields.read("array_loads", l.array_loads, 0, kMostCounted);
    fields.read("block_elements", l.block_elements, 0, kMostCounted);
    fields.read("sectors", l.sectors, 0, kMostCounted);
    fields.read("fewest_sectors", l.fewest_sectors, 0, kMostCounted);
    fields.read("conflicts", l.conflicts, 0, kMostCounted);
    fields.read("replays", l.replays, 0, kMostCounted);
    fields.read("dearest_requests", l.dearest_requests, 1, kMostCounted);
    l.dearest = lane_pattern(from, name);
    return l;
}

/// A number that every engine writes.
void require(const Json& object, const std::string& name, const char* field)
{
    if (!object.contains(field)) throw Damage{fmt::format("{}{} is missing", name, field)};
}

/// First and count by turns.
std::vector<Stretch> stretches(const Json& from, const std::string& name)
{
    if (!from.is_array() || from.size() % 2 != 0 || from.size() > kMostStretches) refuse(name, from);
    std::vector<Stretch> all;
    for (std::size_t i = 0; i < from.size(); i += 2) {
        const Json pair{{"first", from[i]}, {"count", from[i + 1]}};
        const Fields fields(pair, name + ": ");
        Stretch& one = all.emplace_back();
        fields.read("first", one.first, 0, kMostElements);
        fields.read("count", one.count, 1, kMostElements);
    }
    return all;
}

Proof proof(const Json& from)
{
    if (!from.is_object() || !from.contains("blocks") || !from["blocks"].is_array()) refuse("proof", from);
    Proof all;
    const Fields sums(from, "proof: ");
    sums.read("inputs", all.inputs, 0, kMostElements);
    for_each_sum([&](const char* name, auto member) {
        require(from, "proof: ", name);
        sums.read(name, all.*member, 0, kMostCounted);
    });
    for (const Json& block : from["blocks"]) {
        const std::string name = fmt::format("proof: block {}: ", all.blocks.size() + 1);
        if (!block.is_object() || !block.contains("loaded") || !block.contains("stored")) refuse(name, block);
        BlockShare& share = all.blocks.emplace_back();
        share.loaded = stretches(block["loaded"], name + "loaded");
        share.stored = stretches(block["stored"], name + "stored");
        Fields(block, name).read("unsure", share.unsure);
    }
    return all;
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
    fields.read("variable", p.variable);
    fields.read("is_float", p.is_float);
    fields.read("allocator", p.allocator);
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
    fields.read("limit", r.limit, LaunchLimit::cooperative);
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
    for (const char* field : {"leaked_bytes", "host_reads", "fetched_bytes", "sent_bytes", "ms", "findings"}) require(from, "", field);
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
    if (const auto found = from.find("lines"); found != from.end()) {
        if (!found->is_array() || found->size() > kMostSourceLines) refuse("lines", *found);
        for (const Json& line : *found) facts.lines.push_back(line_traffic(line, facts.lines.size()));
    }
    if (const auto found = from.find("stored_by"); found != from.end()) {
        if (!found->is_array()) refuse("stored_by", *found);
        for (const Json& block : *found) facts.stored_by.push_back(stretches(block, fmt::format("stored_by: block {}", facts.stored_by.size() + 1)));
    }
    if (const auto found = from.find("proof"); found != from.end()) facts.proof = proof(*found);
    if (const auto found = from.find("history"); found != from.end()) facts.history = history_from(*found);
    if (const auto found = from.find("input_use"); found != from.end()) {
        if (!found->is_object()) refuse("input_use", *found);
        const Fields use(*found, "input_use: ");
        facts.input_use.emplace();
        for_each_use([&](const char* name, auto member) {
            require(*found, "input_use: ", name);
            use.read(name, (*facts.input_use).*member, 0, kMostCounted);
        });
    }
    if (const auto found = from.find("counters"); found != from.end()) {
        if (!found->is_object()) refuse("counters", *found);
        const Fields counters(*found, "");
        facts.counters.emplace();
        for_each_counter([&](const char* name, auto member) {
            require(*found, "counters: ", name);
            counters.read(name, (*facts.counters).*member, 0, kMostCounted);
        });
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
