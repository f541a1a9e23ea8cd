#pragma once
// Which element each output multiplied with each weight, beside the one that was due: what mistakes are recognised by. A mistake
// predicts these elements, and the one that predicts all of them right is the answer.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"

namespace halo {

/// An element of the input as a flat index, or one of these. Where there are several filters, the elements that filter f met come
/// after f times all of them.
inline constexpr int kNothing = -1;     ///< no product with this weight
inline constexpr int kSeveral = -2;     ///< several elements, or one element several times

class Products {
public:
    /// Says which element an output multiplies with a weight.
    using Prediction = std::function<int(std::size_t output, int weight)>;

    /// Outputs that are not readable count as neither right nor wrong.
    Products(int weights, std::vector<char> readable, const Prediction& due, const Prediction& met);
    Products(const TapMap& map, const Prediction& due);

    std::size_t outputs() const { return readable_.size(); }
    int weights() const { return weights_; }
    bool readable(std::size_t output) const { return readable_[output] != 0; }
    int due(std::size_t output, int weight) const { return due_[at(output, weight)]; }
    int met(std::size_t output, int weight) const { return met_[at(output, weight)]; }

    /// Outputs with a product that is wrong, in order.
    const std::vector<std::size_t>& faulty() const { return faulty_; }

    struct Wrong {
        std::size_t output;
        int weight;
        int due, met;
    };
    /// All wrong products of the faulty outputs.
    const std::vector<Wrong>& wrong() const { return wrong_; }
    /// Do most of them count more than once?
    bool mostly_repeated() const;

    /// How many of the outputs that are wrong, or would be if the prediction were true, it predicts in all their products.
    struct Score {
        std::size_t right = 0, of = 0;
        bool exact() const { return of > 0 && right == of; }
        double share() const { return of == 0 ? 0.0 : double(right) / double(of); }
    };
    Score score(const Prediction& prediction) const;
    /// A share that names a mistake: of two mistakes at once, each leaves the other's places unexplained.
    static constexpr double kMost = 0.75;

private:
    std::size_t at(std::size_t output, int weight) const { return output * std::size_t(weights_) + std::size_t(weight); }
    bool predicted(std::size_t output, const Prediction& prediction, bool& deviates) const;

    int weights_;
    std::vector<char> readable_;
    std::vector<int> due_, met_;
    std::vector<std::size_t> faulty_;
    std::vector<Wrong> wrong_;
};

/// A mistake, and what each output would sum if it were made.
struct Pattern {
    Diagnosis diagnosis;
    Products::Prediction prediction;
};

/// The first pattern that is right about all wrong outputs, or if there is none, the one that is right about most of them.
struct Match {
    std::optional<Diagnosis> exact, most;
};
Match match(const Products& products, const std::vector<Pattern>& patterns);

/// The weights that no output used.
std::vector<int> unused_weights(const Products& products);

}  // namespace halo
