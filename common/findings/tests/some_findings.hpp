#pragma once
// One finding of each kind, from which the tests of their messages start.

#include <string>

#include "findings/finding.hpp"

namespace halo::some {

inline const std::string kFile = "/some where/labs/07_conv2d_tiled/conv2d_tiled.cu";

inline Finding access_finding()
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.kernel = "conv2d_tiled_kernel";
    f.at = {kFile, 24};
    f.outside = Outside::past_end;
    f.array = "d_in";
    f.index = {1000};
    f.shape = {1000};
    f.block = {3, 0, 0};
    f.thread = {17, 0, 0};
    f.count = 24;
    f.allocated = {kFile, 50};
    return f;
}

inline Finding race_finding()
{
    Finding f;
    f.kind = FindingKind::race;
    f.kernel = "conv2d_tiled_kernel";
    f.space = Space::shared;
    f.at = {kFile, 31};
    f.access = Access::read;
    f.other = {kFile, 24};
    f.other_access = Access::write;
    f.array = "s_tile";
    f.index = {0, 16};
    f.shape = {20, 20};
    f.thread = {12, 0, 0};
    f.other_thread = {16, 0, 0};
    f.count = 5;
    return f;
}

inline Finding barrier_finding()
{
    Finding f;
    f.kind = FindingKind::barrier;
    f.at = {kFile, 31};
    f.other = {kFile, 29};
    f.other_left = true;
    f.block = {3, 0, 0};
    f.block_shape = {20, 20, 1};
    f.arrived = 256;
    return f;
}

}  // namespace halo::some
