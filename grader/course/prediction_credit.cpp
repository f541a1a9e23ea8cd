#include "course/prediction_credit.hpp"

#include <cmath>

namespace halo::grader::course {

double earned(const PredictionCredit& credit, const record::Prediction& prediction, const std::optional<double>& counted, std::size_t questions)
{
    if (prediction.said != record::Said::predicted || questions == 0) return 0;
    const bool right = counted && std::abs(prediction.value - *counted) <= credit.within * *counted;
    return credit.points * (credit.made + (right ? 1 - credit.made : 0)) / double(questions);
}

}  // namespace halo::grader::course
