// Lab 13 · what the three filter_image functions and conv2d_separable must do. Each sentence is a test, and the sizes
// make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts unwritten and
// is compared whole with plain loops that sum in double. Filters are asymmetric: mirroring one shows. Those for bytes
// are such that some sums lie below 0, some above 255, and none near a half: a rounded byte is right, or it is wrong.

#include "image_filters.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/picture/kind.hpp"

using namespace halo::lab;

LAB("13_image_filters", "image_filters.cu")

LAB_FUNCTION(filter_image, FilterImage{.radius = kRadius, .tile = kTile, .boundary = Boundary::zero})

LAB_CASE(filter_image, "a picture of one pixel meets only zeros",
         {1, 1})
LAB_CASE(filter_image, "the three colours are filtered apart, rounded, and clamped to what a byte holds",
         {kTile, kTile})
LAB_CASE(filter_image, "neighbouring tiles meet without a seam",
         {3 * kTile, 2 * kTile})
LAB_CASE(filter_image, "a tile that overhangs the picture writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(filter_image, "rows and columns are not confused when the picture is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(filter_image, "a block loads hardly more than its patch",
            {208, 144})

LAB_FUNCTION(filter_image_replicate, FilterImage{.radius = kRadius, .tile = kTile, .boundary = Boundary::replicate})

LAB_CASE(filter_image_replicate, "a picture of one pixel is that pixel, in all directions",
         {1, 1})
LAB_CASE(filter_image_replicate, "the nearest pixel stands for one outside, at each edge and corner",
         {kTile, kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(filter_image_replicate, "a tile that overhangs the picture still finds the nearest pixel",
         {kTile - 1, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(filter_image_replicate, "a picture narrower than the filter is right, too",
         {2, 40}, {40, 2}, {1, 33}, {130, 3})
LAB_MEASURE(filter_image_replicate, "the policy costs no load more",
            {208, 144})

LAB_FUNCTION(filter_image_mirror, FilterImage{.radius = kRadius, .tile = kTile, .boundary = Boundary::mirror})

LAB_CASE(filter_image_mirror, "a picture of one pixel is that pixel, in all directions",
         {1, 1})
LAB_CASE(filter_image_mirror, "the picture is mirrored at each edge and corner, and the edge pixel does not appear twice",
         {kTile, kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(filter_image_mirror, "a tile that overhangs the picture still finds the mirrored pixel",
         {kTile - 1, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(filter_image_mirror, "a picture narrower than the filter is mirrored more than once",
         {2, 40}, {40, 2}, {1, 33}, {130, 3})
LAB_MEASURE(filter_image_mirror, "the policy costs no load more",
            {208, 144})

LAB_FUNCTION(conv2d_separable, SeparableConv2d{.radius = kRadius})

LAB_CASE(conv2d_separable, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_separable, "two passes give what the whole filter gives, neither of them mirrored nor exchanged",
         {32, 32}, {96, 40})
LAB_CASE(conv2d_separable, "a width or height that the block does not divide writes every pixel, and only pixels",
         {31, 8}, {33, 9}, {32, 7}, {70, 5})
LAB_CASE(conv2d_separable, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(conv2d_separable, "ten products a pixel, not twenty-five",
            {200, 136})
