#include "harness/facts.hpp"

#include "harness/json_text.hpp"

namespace halo::lab {

namespace {

std::string to_json(const Index3& i) { return json_array({std::to_string(i.x), std::to_string(i.y), std::to_string(i.z)}); }
std::string to_json(const Place& p) { return json_array({lab::to_json(p.file), std::to_string(p.line)}); }

std::string to_json(const std::vector<std::int64_t>& numbers)
{
    std::vector<std::string> values;
    for (const std::int64_t number : numbers) values.push_back(std::to_string(number));
    return json_array(values);
}

std::string to_json(const Finding& f)
{
    return JsonObject()
        .add("kind", int(f.kind))
        .add("kernel", f.kernel)
        .add_json("at", to_json(f.at))
        .add("access", int(f.access))
        .add_json("other", to_json(f.other))
        .add("other_access", int(f.other_access))
        .add("space", int(f.space))
        .add("outside", int(f.outside))
        .add("array", f.array)
        .add_json("index", to_json(f.index))
        .add_json("shape", to_json(f.shape))
        .add_json("allocated", to_json(f.allocated))
        .add_json("block", to_json(f.block))
        .add_json("thread", to_json(f.thread))
        .add_json("other_block", to_json(f.other_block))
        .add_json("other_thread", to_json(f.other_thread))
        .add_json("block_shape", to_json(f.block_shape))
        .add("call", f.call)
        .add("arrived", f.arrived)
        .add("expected", f.expected)
        .add("other_left", f.other_left)
        .add("across_warps", f.across_warps)
        .add("barrier_between", f.barrier_between)
        .add("mask", f.mask)
        .add("unnamed", f.unnamed)
        .add("count", f.count)
        .add("bytes", f.bytes)
        .text();
}

std::string to_json(const CallError& e)
{
    return JsonObject()
        .add("headline", e.message.headline)
        .add("where", e.message.where)
        .add("try", e.message.attempt)
        .add("code", e.code)
        .add("call", e.call)
        .text();
}

}  // namespace

std::string to_json(const Facts& facts)
{
    std::vector<std::string> findings;
    for (const Finding& f : facts.findings) findings.push_back(to_json(f));

    JsonObject out;
    out.add("leaked_bytes", facts.leaked_bytes).add("ms", facts.ms).add_json("findings", json_array(findings));
    if (facts.error) out.add_json("error", to_json(*facts.error));
    if (facts.counters) {
        JsonObject counters;
        for_each_counter([&](const char* name, auto member) { counters.add(name, (*facts.counters).*member); });
        out.add_json("counters", counters.text());
    }
    return out.text();
}

}  // namespace halo::lab
