// Lab 11 · what conv2d_texture must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.
// Fetches from a texture are not loads of global memory: no counter counts them, and no reuse is asked for.

#include "conv2d_texture.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("11_conv2d_texture", "conv2d_texture.cu")

LAB_FUNCTION(conv2d_texture, Conv2d{.radius = kRadius, .by_texture = true})
LAB_TEXTURE(conv2d_texture)

LAB_CASE(conv2d_texture, "each pixel is the filter laid over its neighbourhood, not mirrored",
         {kTile, kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(conv2d_texture, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_texture, "rows whose bytes no alignment divides arrive in the texture whole",
         {7, 11}, {19, 40}, {101, 7})
LAB_CASE(conv2d_texture, "a width or height that the block does not divide writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 9})
LAB_CASE(conv2d_texture, "rows and columns are not confused when the image is wide, or high",
         {140, 9}, {9, 140})
LAB_MEASURE(conv2d_texture, "every tap of every pixel is fetched, ghost or not, and none is a load",
            {200, 136})
LAB_REMARK(conv2d_texture, global_loads, 1.1,
           "fetch each tap from the texture with tex2D<float>(…): a texture that no thread reads saves no load")
LAB_LIMIT(conv2d_texture, global_stores, 1, "each pixel belongs to one thread of one block: blocks lie side by side and do not overlap")
