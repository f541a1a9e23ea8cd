#pragma once
// How a kind of problem speaks of what it has, so that no matrix has a halo and no signal has pixels.

#include <string_view>

namespace halo {

struct Words {
    std::string_view thing = "element";     ///< what an output consists of: `element`, `pixel`, `byte`
    std::string_view spot = "element";      ///< what has a place in it; the three bytes of a pixel have one
    std::string_view input = "input";       ///< `input`, `image`, `picture`
    bool flat = true;                       ///< elements have one index
    std::string_view launch = "blocks for every element, and does each thread store one";
    std::string_view filter_and_input = ""; ///< how an output is made: `here out[i] sums filter[d+R] · in[i+d]`
    std::string_view which_weight = "";     ///< the question about an index of the filter
};

}  // namespace halo
