#include "findings/finding_kind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "findings/phrases.hpp"

namespace halo {

namespace {

constexpr auto kRows = std::to_array<FindingRow>({
#define FINDING(kind, severity, verdict, mistake) {FindingKind::kind, #kind, Severity::severity, Verdict::verdict, Mistake::mistake, &kind},
#include "findings/findings.def"
#undef FINDING
});

static_assert(std::ranges::all_of(kRows, [](const FindingRow& row) { return (row.severity == Severity::remark) == (row.verdict == Verdict::passed); }),
              "a remark fails nobody, and a failure has a verdict");

}  // namespace

const FindingRow& row_of(FindingKind kind) { return kRows.at(static_cast<std::size_t>(kind)); }
std::span<const FindingRow> all_finding_kinds() { return kRows; }

}  // namespace halo
