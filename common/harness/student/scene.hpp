#pragma once
// What `make show` draws, as JSON: one call of a function, one block of it, and what is wrong with it. common/show reads it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.hpp"
#include "findings/footprint.hpp"
#include "findings/trace.hpp"
#include "kinds/geometry.hpp"

namespace halo::lab {

struct Scene {
    std::string lab, function, file;        ///< `07_conv2d_tiled`, `conv2d_tiled`, `conv2d_tiled.cu`
    std::string call;                       ///< `48 x 32 image, radius 2`
    std::string verdict, message;           ///< of the function; message: empty if it passed
    std::optional<Finding> race;            ///< in the block that is shown
    std::optional<Footprint> footprint;     ///< of a wrong element
    std::optional<Index3> thread;           ///< the one to follow first
    Geometry geometry;
    Output output;
    std::string source;                     ///< the student's file
};

/// `trace`: as written by trace_json().
std::string scene_json(const Scene& scene, std::string_view trace);
std::string trace_json(const BlockTrace& trace);

}  // namespace halo::lab
