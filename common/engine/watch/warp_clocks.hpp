#pragma once
// Which lanes of a warp are ordered by the meetings since the last barrier.

#include <algorithm>
#include <array>
#include <cstdint>

namespace halo::engine {

/// Vector clocks of 32 lanes. A lane counts its meetings, and the count goes into the mark of each access. A lane that
/// meets others takes over their clocks: what they did before is ordered against what it does afterwards.
class WarpClocks {
public:
    static constexpr std::uint16_t kMany = 2047;   ///< from here on meetings are not distinguished: taken as ordered

    bool quiet() const { return quiet_; }          ///< no meeting since the last barrier
    std::uint32_t count(unsigned lane) const { return count_[lane]; }
    /// Accesses of lane `other` at lower counts are ordered before what `lane` does now.
    std::uint32_t known(unsigned lane, unsigned other) const { return known_[lane][other]; }
    bool knows_others(unsigned lane) const
    {
        if (quiet_) return false;
        for (unsigned other = 0; other < 32; ++other)
            if (other != lane && known_[lane][other] != 0) return true;
        return false;
    }
    std::uint32_t most() const { return quiet_ ? 0 : *std::max_element(count_.begin(), count_.end()); }

    /// Whether the access of lane `earlier` at `count` is ordered before what `lane` does now.
    bool ordered(unsigned earlier, std::uint32_t count, unsigned lane) const
    {
        return count < known_[lane][earlier] || count == kMany;
    }

    void meet(std::uint32_t lanes)
    {
        quiet_ = false;
        std::array<std::uint16_t, 32> all{};
        for (unsigned lane = 0; lane < 32; ++lane) {
            if ((lanes >> lane & 1) == 0) continue;
            count_[lane] = std::min<std::uint16_t>(count_[lane] + 1, kMany);
            for (unsigned other = 0; other < 32; ++other) all[other] = std::max(all[other], known_[lane][other]);
        }
        for (unsigned lane = 0; lane < 32; ++lane)
            if ((lanes >> lane & 1) != 0) all[lane] = count_[lane];
        for (unsigned lane = 0; lane < 32; ++lane)
            if ((lanes >> lane & 1) != 0) known_[lane] = all;
    }

    void reset()
    {
        if (!quiet_) *this = {};
    }

private:
    bool quiet_ = true;
    std::array<std::uint16_t, 32> count_{};
    std::array<std::array<std::uint16_t, 32>, 32> known_{};
};

}  // namespace halo::engine
