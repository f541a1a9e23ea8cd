// Lab 12 · what conv1d_channels must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new data, weights and biases. The output starts as NaN and is
// compared whole with plain loops that sum in double. Each filter is asymmetric: mirroring it shows.

#include "conv1d_channels.hpp"

#include "harness/lab.hpp"
#include "kinds/channels/kind.hpp"

using namespace halo::lab;

LAB("12_conv1d_channels", "conv1d_channels.cu")

LAB_FUNCTION(conv1d_channels, Channels1d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv1d_channels, "one element of one channel is a product and a bias",
         {.width = 1, .in_channels = 1, .out_channels = 1})
LAB_CASE(conv1d_channels, "one channel is an ordinary convolution, not mirrored, with ghost elements at both ends",
         {.width = kTile, .in_channels = 1, .out_channels = 1}, {.width = 40, .in_channels = 1, .out_channels = 1})
LAB_CASE(conv1d_channels, "an output channel sums over all input channels, and adds its bias once",
         {.width = kTile, .in_channels = 32, .out_channels = 4}, {.width = 4, .in_channels = 128, .out_channels = 6})
LAB_CASE(conv1d_channels, "input and output channels are not confused when there are few of one and many of the other",
         {.width = 5, .in_channels = 2, .out_channels = 70}, {.width = 5, .in_channels = 70, .out_channels = 2})
LAB_CASE(conv1d_channels, "weights that do not begin at a multiple of 16 bytes are read right",
         {.width = 4, .in_channels = 3, .out_channels = 5}, {.width = 4, .in_channels = 33, .out_channels = 4})
LAB_CASE(conv1d_channels, "a length below 4 has ghosts where a float4 would read the next channel",
         {.width = 3, .in_channels = 12, .out_channels = 3}, {.width = 2, .in_channels = 8, .out_channels = 1})
LAB_CASE(conv1d_channels, "a thread has several channels, and each of them takes part once",
         {.width = 4, .in_channels = 129, .out_channels = 3}, {.width = 4, .in_channels = 300, .out_channels = 9},
         {.width = 9, .in_channels = 512, .out_channels = 2})
LAB_CASE(conv1d_channels, "more channels than a block takes at once come in several rounds",
         {.width = 4, .in_channels = 1100, .out_channels = 3}, {.width = 9, .in_channels = 1029, .out_channels = 2})
LAB_CASE(conv1d_channels, "a length that the tile does not divide writes every element, and only elements",
         {.width = kTile - 1, .in_channels = 12, .out_channels = 3}, {.width = kTile + 1, .in_channels = 12, .out_channels = 3},
         {.width = 101, .in_channels = 5, .out_channels = 3})
LAB_MEASURE(conv1d_channels, "each weight is loaded once for a tile of outputs",
            {.width = 4, .in_channels = 512, .out_channels = 24})
