#pragma once
// The words in which a kind of problem is described, so that no matrix has a halo and no signal has pixels.

#include <string_view>

namespace halo {

struct Words {
    std::string_view thing = "element";     ///< what an output consists of: `element`, `pixel`, `byte`
    std::string_view spot = "element";      ///< what has a position in the output; the three bytes of a pixel share one
    std::string_view input = "input";       ///< `input`, `image`, `picture`
    std::string_view unit = "element";      ///< what an index of an array counts
    bool flat = true;                       ///< elements have one index
    bool sums = false;                      ///< outputs are sums
    bool neighbours = false;                ///< … of a neighbourhood: there are filters, ghost elements and halos
    std::string_view offset = "the offset"; ///< of a tap from its output
    std::string_view no_offset = "0";       ///< that of the tap in the middle
    std::string_view launch = "blocks for every element, and does each thread store one";
    std::string_view filter_and_input = ""; ///< how an output is made: `here out[i] sums filter[d+R] · in[i+d]`
    std::string_view which_weight = "";     ///< the question about an index of the filter

    // What to try, by the way in which a thread gets its elements.
    std::string_view ghosts = "a ghost element counts as 0: test the index before the load, and go on with the next product";
    std::string_view ghosts_along = ghosts; ///< where those along one axis are wrong
    std::string_view shift = "is the radius added or subtracted once too often where the index is made, or once too rarely?";
    std::string_view turned = "a pixel of the image is in[y * width + x]";
    std::string_view source = "which line loads that element, and how is its index made? Take the first wrong product as the example";
    std::string_view no_sum = "each product is one weight times one element, added once: what else changes the sum? Does the index of the filter follow the offset?";
};

}  // namespace halo
