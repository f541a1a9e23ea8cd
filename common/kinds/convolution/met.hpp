#pragma once
// A tap map in the terms of a convolution: which element each output multiplied with each weight, and which one was due.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"

namespace halo {

/// A place in an image or in a filter's neighbourhood.
struct Spot {
    int x = 0, y = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
};

/// Shapes of a convolution in 1-D (height 1, radius_y 0) or 2-D.
struct Layout {
    int width = 1, height = 1;
    int radius_x = 0, radius_y = 0;
    int tile = 0;                     ///< outputs of a tile in each direction; 0: unknown

    bool flat() const { return radius_y == 0 && height == 1; }
    int columns() const { return 2 * radius_x + 1; }
    int weights() const { return columns() * (2 * radius_y + 1); }
    /// Does the filter centred there reach beyond the edge?
    bool meets_ghosts(Spot s) const
    {
        return s.x < radius_x || s.x >= width - radius_x || s.y < radius_y || s.y >= height - radius_y;
    }
    /// Are there outputs that meet none?
    bool has_interior() const { return width > 2 * radius_x && height > 2 * radius_y; }
};

/// A source as a flat index, or one of these.
inline constexpr int kNothing = -1;     ///< no product with this weight
inline constexpr int kSeveral = -2;     ///< several elements, or one element several times

/// Says which source an output multiplies with the weight of an offset.
using Prediction = std::function<int(Spot output, Spot offset)>;

class Met {
public:
    Met(const Layout& layout, const TapMap& map);

    const Layout& layout() const { return layout_; }
    Spot spot(std::size_t flat) const { return {int(flat) % layout_.width, int(flat) / layout_.width}; }
    Spot offset(int weight) const { return {weight % layout_.columns() - layout_.radius_x, weight / layout_.columns() - layout_.radius_y}; }
    bool inside(Spot s) const { return s.x >= 0 && s.x < layout_.width && s.y >= 0 && s.y < layout_.height; }
    int flat(Spot s) const { return s.y * layout_.width + s.x; }
    /// The source at a place; kNothing outside.
    int at(Spot s) const { return inside(s) ? flat(s) : kNothing; }

    int due(std::size_t output, int weight) const;
    int met(std::size_t output, int weight) const { return met_[output * std::size_t(layout_.weights()) + std::size_t(weight)]; }
    const TapMap& map() const { return map_; }

    /// Outputs with a product that is wrong, in order. Those whose taps cannot be read are left out.
    const std::vector<std::size_t>& faulty() const { return faulty_; }

    struct WrongTap {
        std::size_t output;
        int weight;
        int due, met;
    };
    /// All wrong products of the faulty outputs.
    const std::vector<WrongTap>& wrong() const { return wrong_; }

    /// How many of the outputs that are wrong, or would be if the prediction were true, it predicts in all their products.
    struct Score {
        std::size_t right = 0, of = 0;
        bool exact() const { return of > 0 && right == of; }
        double share() const { return of == 0 ? 0.0 : double(right) / double(of); }
    };
    Score score(const Prediction& prediction) const;
    /// A share that names a mistake: of two mistakes at once, each leaves the other's places unexplained.
    static constexpr double kMost = 0.75;

    /// How far from their own the elements are that wrong products met: the three most frequent displacements.
    std::vector<Spot> displacements() const;

    /// One output's sum, as drawn in a message.
    Footprint footprint(std::size_t output, const std::string& name) const;

private:
    bool predicted(std::size_t output, const Prediction& prediction, bool& deviates) const;

    Layout layout_;
    const TapMap& map_;
    std::vector<int> met_;
    std::vector<std::size_t> faulty_;
    std::vector<WrongTap> wrong_;
};

}  // namespace halo
