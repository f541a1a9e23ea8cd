#pragma once
// A median and how sure it is.

#include <span>

namespace halo::timing {

/// Covers the true median in at least 95 of 100 series. Of fewer than six values it is everything that was seen.
struct Interval {
    double low = 0, median = 0, high = 0;

    /// The interval's length in parts of the median.
    double width() const { return median > 0 ? (high - low) / median : 0; }
};

/// By order statistics: no assumption about how the values scatter. Throws std::invalid_argument without values, or with a NaN among them.
Interval median_of(std::span<const double> values);

/// From here on an interval is too wide to say anything with two digits.
inline constexpr double kUndecided = 0.1;

inline bool undecided(const Interval& interval) { return interval.width() > kUndecided; }

}  // namespace halo::timing
