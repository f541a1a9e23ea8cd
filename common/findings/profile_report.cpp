#include "findings/profile_report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "findings/describe.hpp"

namespace halo {

namespace {

std::string shape(const Index3& i) { return fmt::format("{}x{}x{}", i.x, i.y, i.z); }

bool wanted(const ProfileReport& report, ProfileSection section)
{
    return report.sections.empty() || std::ranges::find(report.sections, section) != report.sections.end();
}

std::string_view name_of(Access access) { return access == Access::read ? "load" : access == Access::write ? "store" : "update"; }
std::string_view name_of(Space space)
{
    return space == Space::global ? "global" : space == Space::shared ? "shared" : "constant";
}

ProfileSection section_of(const LineTraffic& line)
{
    return line.space == Space::global ? ProfileSection::global : line.space == Space::shared ? ProfileSection::shared : ProfileSection::constant;
}

/// The counts of a line, in the order of columns.
struct LineCount {
    std::string_view name, unit;
    std::uint64_t value;
};
std::vector<LineCount> counts_of(const LineTraffic& line)
{
    std::vector<LineCount> counts = {{"requests", "instructions", line.requests}, {"lanes", "lanes", line.lanes}};
    if (line.space == Space::global && line.access != Access::atomic) {
        counts.push_back({"sectors", "sectors", line.sectors});
        counts.push_back({"fewest_sectors", "sectors", line.fewest_sectors});
    }
    if (line.space == Space::shared) counts.push_back({"conflicts", "wavefronts", line.conflicts});
    if (line.space == Space::constant) counts.push_back({"replays", "replays", line.replays});
    return counts;
}

std::vector<LineTraffic> wanted_lines(const ProfileReport& report, const KernelProfile& kernel)
{
    std::vector<LineTraffic> lines = kernel.lines;
    std::erase_if(lines, [&](const LineTraffic& line) { return !wanted(report, section_of(line)); });
    return lines;
}

std::string number_of(const ProfileMetric& metric) { return metric.ratio ? fmt::format("{:.2f}", metric.value) : fmt::format("{:.0f}", metric.value); }

// Text.

std::string heading(const KernelProfile& k)
{
    const std::string launches = k.number != 0 ? fmt::format("launch {}", k.number) : fmt::format("{} launch{}", k.counters.launches, k.counters.launches == 1 ? "" : "es");
    return fmt::format("{} (grid {}, block {}{}), {}, {}\n", k.kernel, shape(k.grid), shape(k.block), k.other_shapes ? ", then others" : "", describe(k.at), launches);
}

/// A row whose last cells may be empty.
std::string row_of(std::string row)
{
    row.erase(row.find_last_not_of(' ') + 1);
    return row + '\n';
}

std::string metrics_in_text(const ProfileReport& report, const KernelProfile& kernel)
{
    std::string text;
    const std::vector<ProfileMetric> metrics = metrics_of(kernel);
    for (const ProfileSection section : kProfileSections) {
        if (!wanted(report, section)) continue;
        std::string rows;
        for (const ProfileMetric& m : metrics)
            if (m.section == section && m.value != 0) rows += row_of(fmt::format("    {:<26} {:>14} {:<12} {}", m.name, number_of(m), m.unit, m.ncu));
        if (section == ProfileSection::speed)
            for (const std::string& line : sentences(bounds_of(kernel))) rows += fmt::format("    {}\n", line);
        if (!rows.empty()) text += fmt::format("  {}\n{}", name(section), rows);
    }
    return text;
}

std::string share(std::uint64_t part, std::uint64_t all) { return all == 0 ? "" : fmt::format("{:.0f} %", 100 * double(part) / double(all)); }

/// Each line beside its share of the kernel's sectors, conflicts or replays.
std::string lines_in_text(const ProfileReport& report, const KernelProfile& kernel)
{
    constexpr const char* kRow = "    {:<22} {:<8} {:<6} {:<14} {:>10} {:>6} {:>11} {:>10} {:>9} {:>10} {:>6}";
    const std::vector<LineTraffic> lines = wanted_lines(report, kernel);
    if (lines.empty()) return "";
    std::string text = "  lines\n" + row_of(fmt::format(kRow, "line", "space", "access", "array", "requests", "lanes", "sectors", "a request", "would do", "conflicts", "share"));
    const Counters& c = kernel.counters;
    for (const LineTraffic& line : lines) {
        const auto per_request = [&](std::uint64_t count) { return fmt::format("{:.2f}", double(count) / double(line.requests)); };
        std::string sectors, a_request, would_do, conflicts, part;
        if (line.space == Space::global && line.access != Access::atomic) {
            sectors = fmt::to_string(line.sectors);
            a_request = per_request(line.sectors);
            would_do = per_request(line.fewest_sectors);
            part = share(line.sectors, c.global_load_sectors + c.global_store_sectors);
        } else if (line.space != Space::global) {
            const bool shared = line.space == Space::shared;
            conflicts = fmt::to_string(shared ? line.conflicts : line.replays);
            part = share(shared ? line.conflicts : line.replays, shared ? c.shared_bank_conflicts : c.constant_replays);
        }
        text += row_of(fmt::format(kRow, describe(line.at), name_of(line.space), name_of(line.access), line.array, line.requests, per_request(line.lanes), sectors,
                                   a_request, would_do, conflicts, part));
    }
    return text;
}

// CSV and JSON.

std::string csv_cell(std::string_view text)
{
    if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
    return cell + '"';
}

std::string json_text(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", unsigned(c));
        else out += c;
    }
    return out + '"';
}

std::string json_shape(const Index3& i) { return fmt::format("[{}, {}, {}]", i.x, i.y, i.z); }

/// `[a,\n b]`, with this indentation
std::string json_list(const std::vector<std::string>& entries, std::string_view indent)
{
    if (entries.empty()) return "[]";
    return fmt::format("[\n{}{}\n{}]", indent, fmt::join(entries, fmt::format(",\n{}", indent)), indent.substr(2));
}

std::string json_kernel(const ProfileReport& report, const KernelProfile& k)
{
    std::vector<std::string> metrics, lines, bounds;
    for (const ProfileMetric& m : metrics_of(k))
        if (wanted(report, m.section))
            metrics.push_back(fmt::format("{{\"section\": \"{}\", \"name\": \"{}\", \"ncu_metric\": {}, \"unit\": \"{}\", \"value\": {}}}", name(m.section), m.name,
                                          m.ncu.empty() ? "null" : json_text(m.ncu), m.unit, m.ratio ? fmt::format("{}", m.value) : number_of(m)));
    for (const LineTraffic& line : wanted_lines(report, k)) {
        std::string counts;
        for (const LineCount& count : counts_of(line)) counts += fmt::format(", \"{}\": {}", count.name, count.value);
        lines.push_back(fmt::format("{{\"file\": {}, \"line\": {}, \"space\": \"{}\", \"access\": \"{}\", \"array\": {}{}}}", json_text(line.at.file), line.at.line,
                                    name_of(line.space), name_of(line.access), line.array.empty() ? "null" : json_text(line.array), counts));
    }
    if (wanted(report, ProfileSection::speed))
        for (const CardBound& b : bounds_of(k))
            bounds.push_back(fmt::format("{{\"card\": {}, \"seconds_at_least\": {}, \"bound_by\": \"{}\", \"limiter\": {}}}", json_text(b.card), b.bound.seconds,
                                         name(b.bound.resource), b.limiter ? fmt::format("\"{}\"", name(*b.limiter)) : "null"));
    return fmt::format("{{\n      \"kernel\": {},\n      \"launch\": {},\n      \"launched_at\": {{\"file\": {}, \"line\": {}}},\n      \"grid\": {},\n      \"block\": {},\n"
                       "      \"other_shapes\": {},\n      \"metrics\": {},\n      \"bounds\": {},\n      \"lines\": {}\n    }}",
                       json_text(k.kernel), k.number == 0 ? "null" : fmt::to_string(k.number), json_text(k.at.file), k.at.line, json_shape(k.grid), json_shape(k.block),
                       k.other_shapes, json_list(metrics, "        "), json_list(bounds, "        "), json_list(lines, "        "));
}

}  // namespace

std::string to_text(const ProfileReport& report)
{
    std::string text = fmt::format("profile of {}\n\n", report.program);
    bool accessed = false;
    for (const KernelProfile& kernel : report.kernels) {
        text += heading(kernel) + metrics_in_text(report, kernel) + lines_in_text(report, kernel) + "\n";
        accessed |= kernel.lanes.instructions > 0;
    }
    if (report.kernels.empty()) return text + "No kernel ran.\n";
    if (!accessed) text += "No load or store was counted. Was the program built with --no-watch?\n";
    if (report.findings > 0) text += "The counts of a wrong kernel mislead: first correct what was reported.\n";
    text += "Counts that are 0 are left out. The name at the end of a row is Nsight Compute's for the same count.\n";
    for (const std::string_view gap : profile_gaps()) text += fmt::format("{}\n", gap);
    if (std::ranges::any_of(report.kernels, [](const KernelProfile& kernel) { return !kernel.lines.empty(); }))
        text += "Lines: lanes are those of a request, on average; sectors that would do hold as many bytes side by side; a share is of the kernel's sectors,\n"
                "bank conflicts or replays of constants.\n";
    if (wanted(report, ProfileSection::speed))
        text += "A lower bound is not the time: many kernels take twice as long, some eight times. What a kernel waits for is said of a problem that fills the card.\n";
    return text;
}

std::string to_csv(const ProfileReport& report)
{
    std::string csv = "kernel,launch,grid,block,file,line,space,access,array,section,name,ncu_metric,unit,value\n";
    for (const KernelProfile& k : report.kernels) {
        const std::string start = fmt::format("{},{},{},{}", csv_cell(k.kernel), k.number == 0 ? "" : fmt::to_string(k.number), shape(k.grid), shape(k.block));
        for (const ProfileMetric& m : metrics_of(k))
            if (wanted(report, m.section)) csv += fmt::format("{},,,,,,{},{},{},{},{}\n", start, name(m.section), m.name, m.ncu, m.unit, number_of(m));
        if (wanted(report, ProfileSection::speed))
            for (const CardBound& b : bounds_of(k)) csv += fmt::format("{},,,,,,speed,{},,seconds,{}\n", start, csv_cell("at least on " + b.card), b.bound.seconds);
        for (const LineTraffic& line : wanted_lines(report, k))
            for (const LineCount& count : counts_of(line))
                csv += fmt::format("{},{},{},{},{},{},{},{},,{},{}\n", start, csv_cell(line.at.file), line.at.line, name_of(line.space), name_of(line.access),
                                   csv_cell(line.array), name_of(line.space), count.name, count.unit, count.value);
    }
    return csv;
}

std::string to_json(const ProfileReport& report)
{
    std::vector<std::string> kernels, gaps;
    for (const KernelProfile& kernel : report.kernels) kernels.push_back(json_kernel(report, kernel));
    for (const std::string_view gap : profile_gaps()) gaps.push_back(json_text(gap));
    return fmt::format("{{\n  \"schema\": \"halo/kernel-profile/1\",\n  \"program\": {},\n  \"findings\": {},\n  \"kernels\": {},\n  \"not_counted\": {}\n}}\n",
                       json_text(report.program), report.findings, json_list(kernels, "    "), json_list(gaps, "    "));
}

}  // namespace halo
