// What was counted, in the words of a profiler, and how it compares with what the lab asks for.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/page_data.hpp"

namespace halo::grader::report::page {
namespace {

struct Words {
    std::string_view counter, words, metric;
};

/// What Nsight Compute calls the same; common/engine/measure compares the two. The others have no metric of their own.
constexpr std::array<Words, 18> kWords{{
    {"launches", "", ""},
    {"blocks", "", ""},
    {"threads", "", ""},
    {"idle_threads", "threads that store nothing", ""},
    {"barriers", "barriers of a block", ""},
    {"global_loads", "global loads, in elements", ""},
    {"global_stores", "global stores, in elements", ""},
    {"global_load_requests", "global load instructions of warps", "smsp__sass_inst_executed_op_global_ld.sum"},
    {"global_store_requests", "global store instructions of warps", "smsp__sass_inst_executed_op_global_st.sum"},
    {"global_load_sectors", "32-byte sectors loaded", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_store_sectors", "32-byte sectors stored", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"shared_loads", "shared loads, in elements", ""},
    {"shared_stores", "shared stores, in elements", ""},
    {"shared_load_requests", "shared load instructions of warps", "smsp__sass_inst_executed_op_shared_ld.sum"},
    {"shared_store_requests", "shared store instructions of warps", "smsp__sass_inst_executed_op_shared_st.sum"},
    {"shared_bank_conflicts", "bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st,atom}.sum"},
    {"constant_loads", "constant loads, in elements", ""},
    {"constant_replays", "constant replays", "idc__requests.sum, less one for each load"},
}};

Data bars(const Judgement& j)
{
    struct Bar {
        const char *label, *kind;
        std::optional<double> value;
    };
    const std::array<Bar, 3> all{{
        {"measured", "measured", j.reuse_ratio},
        {"expected, edges included", "exact", j.expected_reuse_ratio},
        {"expected of interior tiles", "interior", j.interior_reuse_ratio},
    }};
    double most = 0;
    for (const Bar& bar : all) most = std::max(most, bar.value.value_or(0));
    Data out = list();
    for (const Bar& bar : all) {
        if (!bar.value) continue;
        Data entry;
        entry["label"] = Data(bar.label);
        entry["kind"] = Data(bar.kind);
        entry["value"] = Data(fmt::format("{:.2f}", *bar.value));
        entry["percent"] = Data(fmt::format("{:.1f}", most > 0 ? 100 * *bar.value / most : 0.0));
        out << entry;
    }
    return out;
}

}  // namespace

void add_counters(Data& out, const Judgement& j)
{
    Data counters = list();
    bool any = false;
    for_each_counter([&](std::string_view counter, auto member) {
        if (!j.counters || (*j.counters).*member == 0) return;
        any = true;
        const auto words = std::ranges::find(kWords, counter, &Words::counter);
        Data entry;
        entry["counter"] = Data(std::string(counter));
        entry["called"] = words == kWords.end() || words->words.empty() ? Data(false) : Data(std::string(words->words));
        entry["metric"] = words == kWords.end() || words->metric.empty() ? Data(false) : Data(std::string(words->metric));
        entry["value"] = Data(grouped((*j.counters).*member));
        counters << entry;
    });
    out["has_counters"] = Data(any);
    out["counters"] = std::move(counters);
    out["reuse"] = Data(j.reuse_ratio.has_value() && j.expected_reuse_ratio.has_value());
    out["bars"] = bars(j);
}

}  // namespace halo::grader::report::page
