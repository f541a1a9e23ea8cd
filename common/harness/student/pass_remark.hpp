#pragma once
// What a pass adds where a card would pay: one line, about the dearest line of all functions.

#include <optional>
#include <string>
#include <vector>

#include "harness/lab/cases.hpp"
#include "harness/student/line_remarks.hpp"

namespace halo::lab {

/// Can lines be so wasteful, as far as the sums show? Only then is it worth asking what each line does.
bool may_be_wasteful(const Counters& counters);

/// What a pass mentions of these lines: not what is a card's daily bread, such as rows that begin inside a sector; not what the
/// lab teaches with this very function; not a count that waits for its prediction.
std::optional<LineRemark> worth_mentioning(const Lab& lab, const std::string& function, const Counters& counters,
                                           const std::vector<LineTraffic>& lines, const Predictions& predictions);

/// Says the pass's line the same as a remark of the lab about this counter of this function? It names the line, too.
struct PassRemark {
    std::string text;                   ///< empty: there is nothing to say
    std::string function = {};
    std::uint64_t Counters::*about = nullptr;

    bool replaces(const std::string& other, std::uint64_t Counters::*counter) const { return function == other && about == counter; }
};

/// `passed, but 28,191 bank conflicts, most in line 52 of conv2d_tiled: neighbouring threads are 20 words apart; side by side there would be none`
std::string as_pass_remark(const LineRemark& remark, const std::string& function, const Counters& counters);

}  // namespace halo::lab
