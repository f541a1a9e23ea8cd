#include "harness/wire/facts.hpp"

#include "harness/wire/json_object.hpp"

namespace halo::lab {
namespace {

Json json(const Index3& i) { return Json::array({i.x, i.y, i.z}); }
Json json(const Place& p) { return Json::array({p.file, p.line}); }

Json json(const Finding& f)
{
    return object({
        {"kind", int(f.kind)}, {"kernel", f.kernel}, {"launched", json(f.launched)}, {"at", json(f.at)}, {"access", int(f.access)},
        {"other", json(f.other)}, {"other_access", int(f.other_access)}, {"space", int(f.space)},
        {"outside", int(f.outside)}, {"array", f.array}, {"index", f.index}, {"shape", f.shape},
        {"allocated", json(f.allocated)}, {"overwritten", f.overwritten}, {"filled_from", f.filled_from},
        {"device_copy", f.device_copy}, {"copy_is_variable", f.copy_is_variable},
        {"block", json(f.block)}, {"thread", json(f.thread)}, {"other_block", json(f.other_block)}, {"other_thread", json(f.other_thread)},
        {"last_block", json(f.last.block)}, {"last_thread", json(f.last.thread)}, {"last_index", f.last.index},
        {"block_shape", json(f.block_shape)}, {"call", f.call}, {"arrived", f.arrived},
        {"expected", f.expected}, {"times", f.times}, {"other_left", f.other_left}, {"across_warps", f.across_warps},
        {"barrier_between", f.barrier_between}, {"mask", f.mask}, {"unnamed", f.unnamed},
        {"has_atomics", f.has_atomics}, {"after_race", f.after_race}, {"progressing", f.progressing}, {"finished", f.finished}, {"blocks", f.blocks}, {"limit_is_setting", f.limit_is_setting},
        {"count", f.count}, {"bytes", f.bytes}, {"asked", f.asked}, {"there", f.there},
    });
}

Json json(const Stored& s)
{
    return object({{"kernel", s.kernel}, {"at", json(s.at)}, {"access", int(s.access)}, {"launch", s.launch}, {"block", json(s.block)},
                   {"thread", json(s.thread)}, {"block_shape", json(s.block_shape)}, {"grid", json(s.grid)}, {"times", s.times},
                   {"several_threads", s.several_threads}, {"first_at", json(s.first_at)}, {"first_block", json(s.first_block)},
                   {"first_thread", json(s.first_thread)}, {"copied", json(s.copied)}});
}

Json json(const Load& l)
{
    return object({{"at", json(l.at)}, {"space", int(l.space)}, {"texture", l.texture}, {"array", l.array}, {"index", l.index},
                   {"shape", l.shape}, {"value", l.value}, {"is_float", l.is_float}, {"bytes", l.bytes}});
}

Json json(const Loaded& l)
{
    Json out = json(static_cast<const Load&>(l));
    out["stores_between"] = l.stores_between;
    if (l.origin) {
        out["origin"] = object({{"at", json(l.origin->at)}, {"thread", json(l.origin->thread)}});
        if (l.origin->load) out["origin"]["load"] = json(*l.origin->load);
    }
    return out;
}

Json json(const CopySide& s) { return object({{"array", s.array}, {"bytes", s.bytes}, {"on_host", s.on_host}}); }

Json json(const HostStep& s)
{
    return object({{"at", json(s.at)}, {"kernel", s.kernel}, {"target", json(s.target)}, {"source", json(s.source)}, {"copied", s.copied}});
}

Json json(const History& h)
{
    Json out = object({{"store_line", h.store_line}, {"by_several", h.by_several}, {"element", h.element}, {"loads", Json::array()}});
    if (h.stored) out["stored"] = json(*h.stored);
    if (h.twice) out["twice"] = json(*h.twice);
    for (const Loaded& load : h.loads) out["loads"].push_back(json(load));
    for (const HostStep& step : h.steps) out["steps"].push_back(json(step));
    return out;
}

Json json(const RefusedPointer& p)
{
    return object({{"to", int(p.to)},       {"array", p.array},   {"allocated", json(p.allocated)},        {"asked", p.asked},
                   {"there", p.there},      {"before", p.before}, {"variable", p.variable}, {"element_bytes", p.element_bytes}, {"is_float", p.is_float},
                   {"allocator", p.allocator}});
}

Json json(const Refusal& r)
{
    return object({
        {"call", r.call}, {"kind", int(r.kind)}, {"at", json(r.at)}, {"code", r.code}, {"reason", r.reason},
        {"direction", r.direction}, {"offset", r.offset}, {"target", json(r.target)}, {"source", json(r.source)},
        {"launched", r.launched}, {"kernel", r.kernel}, {"grid", json(r.grid)}, {"block", json(r.block)},
        {"shared_bytes", r.shared_bytes}, {"limit", int(r.limit)}, {"most", r.most},
    });
}

Json json(const LanePattern& p)
{
    return object({{"lanes", p.lanes}, {"stride", p.stride}, {"regular", p.regular}, {"begin", p.begin}, {"sectors", p.sectors},
                   {"fewest_sectors", p.fewest_sectors}, {"conflicts", p.conflicts}, {"padded_conflicts", p.padded_conflicts}, {"replays", p.replays}});
}

Json json(const LineTraffic& l)
{
    return object({{"at", json(l.at)}, {"access", int(l.access)}, {"space", int(l.space)}, {"array", l.array}, {"array_bytes", l.array_bytes},
                   {"row", l.row}, {"bytes", l.bytes}, {"requests", l.requests}, {"lanes", l.lanes}, {"broadcasts", l.broadcasts},
                   {"array_loads", l.array_loads}, {"block_elements", l.block_elements},
                   {"sectors", l.sectors}, {"fewest_sectors", l.fewest_sectors}, {"conflicts", l.conflicts}, {"replays", l.replays},
                   {"dearest", json(l.dearest)}, {"dearest_requests", l.dearest_requests}});
}

Json json(const std::vector<Stretch>& stretches)
{
    Json out = Json::array();
    for (const Stretch& one : stretches) out.push_back(one.first), out.push_back(one.count);
    return out;
}

Json json(const Proof& proof)
{
    Json out = object({{"inputs", proof.inputs}, {"blocks", Json::array()}});
    for_each_sum([&](const char* name, auto member) { out[name] = proof.*member; });
    for (const BlockShare& block : proof.blocks) out["blocks"].push_back(object({{"loaded", json(block.loaded)}, {"stored", json(block.stored)}, {"unsure", block.unsure}}));
    return out;
}

}  // namespace

std::string to_json(const Facts& facts)
{
    Json out = object({{"leaked_bytes", facts.leaked_bytes}, {"host_reads", facts.host_reads},
                       {"fetched_bytes", facts.fetched_bytes}, {"sent_bytes", facts.sent_bytes}, {"ms", facts.ms},
                       {"findings", Json::array()}});
    for (const Finding& f : facts.findings) out["findings"].push_back(json(f));
    for (const LineTraffic& line : facts.lines) out["lines"].push_back(json(line));
    if (facts.error) {
        const CallError& e = *facts.error;
        out["error"] = object({{"headline", e.message.headline}, {"where", e.message.where}, {"try", e.message.attempt}, {"code", e.code}, {"call", e.call}});
    }
    if (facts.history) out["history"] = json(*facts.history);
    for (const std::vector<Stretch>& block : facts.stored_by) out["stored_by"].push_back(json(block));
    if (facts.proof) out["proof"] = json(*facts.proof);
    if (facts.refusal) out["refusal"] = json(*facts.refusal);
    if (facts.input_use)
        for_each_use([&](const char* name, auto member) { out["input_use"][name] = (*facts.input_use).*member; });
    if (facts.counters)
        for_each_counter([&](const char* name, auto member) { out["counters"][name] = (*facts.counters).*member; });
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace halo::lab
