#include "course/prediction_credit.hpp"

#include <cmath>

namespace halo::grader {

double earned(const PredictionCredit& credit, const Prediction& prediction, const std::optional<double>& counted, std::size_t questions)
{
    if (prediction.said != Said::predicted || questions == 0) return 0;
    const bool right = counted && std::abs(prediction.value - *counted) <= credit.within * *counted;
    return credit.points * (credit.made + (right ? 1 - credit.made : 0)) / double(questions);
}

}  // namespace halo::grader
