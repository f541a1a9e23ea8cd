#pragma once
// What a kind of finding leads to: the rows of findings.def.

#include <span>
#include <string_view>

#include "findings/finding.hpp"
#include "findings/mistake.hpp"
#include "findings/verdict.hpp"

namespace halo {

enum class Severity {
    failure,
    remark,             ///< shown, but no program and no function fails by it
};

struct FindingRow {
    FindingKind kind;
    std::string_view name;      ///< used in results and on the command line: `out_of_bounds`
    Severity severity;
    Verdict verdict;            ///< of a function with this finding
    Mistake mistake;            ///< where nothing more precise is known
    Message (*describe)(const Finding& finding, std::string_view extent);
};

/// Throws std::out_of_range if there is no such kind.
const FindingRow& row_of(FindingKind kind);
/// In the order of reports, worst first.
std::span<const FindingRow> all_finding_kinds();

inline std::string_view name(FindingKind kind) { return row_of(kind).name; }
inline Verdict verdict_of(FindingKind kind) { return row_of(kind).verdict; }
inline bool is_remark(FindingKind kind) { return row_of(kind).severity == Severity::remark; }

}  // namespace halo
