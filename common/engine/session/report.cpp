#include "engine/session/report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/finding_kind.hpp"
#include "findings/refusal.hpp"
#include "engine/session/ending_signals.hpp"
#include "engine/session/profiler.hpp"
#include "engine/session/session.hpp"
#include "engine/session/turn.hpp"

namespace halo::engine {
namespace {

const char* outside_name(Outside outside)
{
    switch (outside) {
    case Outside::none: return "-";
    case Outside::past_end: return "past_end";
    case Outside::before_start: return "before_start";
    case Outside::freed: return "freed";
    case Outside::host_pointer: return "host_pointer";
    case Outside::device_pointer: return "device_pointer";
    case Outside::null_pointer: return "null_pointer";
    case Outside::wild: return "wild";
    case Outside::engine_memory: return "engine_memory";
    case Outside::test_memory: return "test_memory";
    case Outside::foreign_memory: return "foreign_memory";
    case Outside::const_argument: return "const_argument";
    case Outside::foreign_block: return "foreign_block";
    case Outside::device_block: return "device_block";
    case Outside::foreign_stream: return "foreign_stream";
    case Outside::other_thread: return "other_thread";
    case Outside::called_by_kernel: return "called_by_kernel";
    case Outside::left_program: return "left_program";
    case Outside::stack: return "stack";
    case Outside::misaligned: return "misaligned";
    case Outside::assertion: return "assertion";
    case Outside::division: return "division";
    case Outside::trap: return "trap";
    }
    return "-";
}

std::string subscripts(const std::vector<std::int64_t>& index)
{
    std::string out;
    for (const auto i : index) out += "[" + std::to_string(i) + "]";
    return out.empty() ? "-" : out;
}

/// One line per finding, tab-separated: kind, file:line, line of the other place, array, index, count, outside, index of the last access. `-`:
/// none.
void write_table(const std::vector<Finding>& findings, const char* path)
{
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return;
    for (const Finding& f : findings) {
        std::fprintf(file, "%s\t%s:%d\t%d\t%s\t%s\t%llu\t%s\t%s\n", std::string(name(f.kind)).c_str(), f.at.file.empty() ? "-" : f.at.file.c_str(),
                     f.at.line, f.other.line, f.array.empty() ? "-" : f.array.c_str(), subscripts(f.index).c_str(),
                     static_cast<unsigned long long>(f.count), outside_name(f.outside), subscripts(f.last.index).c_str());
    }
    std::fclose(file);
}

/// Without allocations that a finding names as its cause.
std::vector<Refusal> causes(std::vector<Refusal> refused, const std::vector<Finding>& findings)
{
    std::erase_if(refused, [&](const Refusal& r) {
        const bool allocation = r.kind == RefusedCall::allocation;
        return allocation && std::ranges::any_of(findings, [&](const Finding& f) { return f.asked != 0 && describe(f.allocated) == describe(r.at); });
    });
    return refused;
}

Message described(const Refusal& refusal)
{
    const Explanation e = explain({mistake_of(refusal), {.refusal = refusal}}, {});
    const std::string refused = "refused with \"" + refusal.reason + "\", and the program did not check for the error";
    return {describe(refusal.at) + ": " + e.name, e.seen + (e.seen.empty() ? "" : "; ") + refused, e.attempt};
}

}  // namespace

bool report_findings()
{
    const EngineScope scope;
    leave_report_to_signal();
    static auto* const one_report = new std::recursive_mutex;      // it may itself end the program
    const std::lock_guard lock(*one_report);
    Session& session = Session::instance();
    if (!session.report_at_exit) return false;
    session.report_at_exit = false;
    const QuietState quiet;
    const std::vector<Finding> all = session.findings();
    const std::vector<Refusal> refused = causes(session.unasked(), all);
    const std::vector<Message> remarks = session.remarks();
    if (const char* path = std::getenv("HALO_FINDINGS")) write_table(all, path);
    if (!all.empty() || !refused.empty() || !remarks.empty() || Profiler::instance().on()) std::fflush(stdout);
    for (const Finding& finding : all) std::fprintf(stderr, "%s\n\n", text(describe(finding)).c_str());
    const auto failures = std::size_t(std::ranges::count_if(all, [](const Finding& finding) { return !is_remark(finding.kind); }));
    for (const Refusal& refusal : refused) std::fprintf(stderr, "%s\n\n", text(described(refusal)).c_str());
    for (const Message& remark : remarks) std::fprintf(stderr, "%s\n\n", text(remark).c_str());
    Profiler::instance().print(failures + refused.size());
    return failures != 0 || !refused.empty();
}

}  // namespace halo::engine
