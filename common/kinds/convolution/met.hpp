#pragma once
// The products of a convolution, as places: which element each output multiplied with the weight of each offset.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "data/boundary.hpp"
#include "diagnose/products.hpp"
#include "findings/evidence.hpp"

namespace halo {

/// A place in an image or in a filter's neighbourhood. `plane` is the colour of a picture.
struct Spot {
    int x = 0, y = 0, plane = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
};

inline Spot plus(Spot a, Spot b) { return {a.x + b.x, a.y + b.y, a.plane + b.plane}; }

/// Shapes of a convolution in 1-D (height 1, radius_y 0) or 2-D.
struct Layout {
    int width = 1, height = 1;
    int radius_x = 0, radius_y = 0;
    int tile = 0;                     ///< outputs of a tile in each direction; 0: unknown
    int planes = 1;                   ///< values that lie together: the colours of a pixel
    Boundary boundary = Boundary::zero;

    bool flat() const { return radius_y == 0 && height == 1; }
    int columns() const { return 2 * radius_x + 1; }
    int weights() const { return columns() * (2 * radius_y + 1); }
    bool inside(Spot s) const { return s.x >= 0 && s.x < width && s.y >= 0 && s.y < height; }
    /// Does the filter centred there reach beyond the edge?
    bool meets_ghosts(Spot s) const
    {
        return s.x < radius_x || s.x >= width - radius_x || s.y < radius_y || s.y >= height - radius_y;
    }
    /// Are there outputs that meet none?
    bool has_interior() const { return width > 2 * radius_x && height > 2 * radius_y; }
};

class Met : public Products {
public:
    /// Says which element an output multiplies with the weight of an offset.
    using SpotPrediction = std::function<int(Spot output, Spot offset)>;

    Met(const Layout& layout, const TapMap& map);

    const Layout& layout() const { return layout_; }
    Spot spot(std::size_t flat) const;
    Spot offset(int weight) const { return {weight % layout_.columns() - layout_.radius_x, weight / layout_.columns() - layout_.radius_y}; }
    bool inside(Spot s) const { return layout_.inside(s); }
    int flat(Spot s) const { return element(s.y * layout_.width + s.x, s.plane); }
    /// The element at a place; outside what the boundary has in its stead, or kNothing.
    int at(Spot s) const;
    /// A value of a pixel, counted along the rows; kNothing outside the image.
    int element(int pixel, int plane) const
    {
        return pixel >= 0 && pixel < layout_.width * layout_.height ? pixel * layout_.planes + plane : kNothing;
    }

    using Products::score;
    Score score(const SpotPrediction& prediction) const { return score(by_flat(prediction)); }
    /// The prediction in flat indices; this object must outlive it.
    Prediction by_flat(const SpotPrediction& prediction) const
    {
        return [this, prediction](std::size_t o, int w) { return prediction(spot(o), offset(w)); };
    }

    /// Where outputs are faulty; a pixel counts once.
    std::vector<Spot> faulty_spots() const;

    /// How far from their own the elements are that wrong products met: the three most frequent displacements.
    std::vector<Spot> displacements() const;

    /// One output's sum, as drawn in a message.
    Footprint footprint(const TapMap& map, std::size_t output, const std::string& name) const;

private:
    Layout layout_;
};

}  // namespace halo
