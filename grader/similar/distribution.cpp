#include "similar/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace halo::grader::similar {
namespace {

/// In points of percent. Files of a class that all differ by the same little are not copies for differing by a little less.
constexpr double kLeastSpread = 6;

double median(std::vector<double>& values)
{
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

Usual usual(std::vector<double> values)
{
    constexpr double kOfANormal = 1.4826;
    const double middle = median(values);
    for (double& value : values) value = std::abs(value - middle);
    return {middle, std::max(kLeastSpread, kOfANormal * median(values))};
}

void Similarities::measure()
{
    std::vector<double> all;
    rows_.assign(files_, {});
    const auto in_class = static_cast<std::size_t>(std::ranges::count(of_class_, 1));
    if (in_class < kFewestOthers + 1) return;
    for (std::size_t a = 0; a < files_; ++a) {
        std::vector<double> row;
        for (std::size_t b = 0; b < files_; ++b) {
            if (a == b || of_class_[b] == 0) continue;
            row.push_back(percent_[a * files_ + b]);
            if (of_class_[a] != 0 && a < b) all.push_back(row.back());
        }
        rows_[a] = usual(std::move(row));
    }
    class_ = usual(std::move(all));
}

std::optional<double> Similarities::unusual(std::size_t a, std::size_t b) const
{
    if (!class_) return {};
    const double percent = percent_[a * files_ + b];
    double least = INFINITY;
    for (const Usual& u : {*class_, rows_[a], rows_[b]}) least = std::min(least, (percent - u.median) / u.spread);
    return least;
}

}  // namespace halo::grader::similar
