#pragma once
// Patterns of a convolution, said in places instead of flat indices.

#include <utility>
#include <vector>

#include "kinds/convolution/met.hpp"

namespace halo {

class PatternList {
public:
    /// `met` must outlive the list.
    explicit PatternList(const Met& met) : met_(met) {}

    void add(Diagnosis diagnosis, const Met::SpotPrediction& prediction) { all_.push_back({std::move(diagnosis), met_.by_flat(prediction)}); }
    void add(const PatternList& more) { all_.insert(all_.end(), more.all_.begin(), more.all_.end()); }
    const std::vector<Pattern>& all() const { return all_; }

private:
    const Met& met_;
    std::vector<Pattern> all_;
};

}  // namespace halo
