// Lab 14 · what the three fast kernels must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "copy_rate.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo::lab;

LAB("14_copy_rate", "copy_rate.cu")

LAB_FUNCTION(transpose_fast, Transpose{.any_kernel = true})

LAB_CASE(transpose_fast, "a single element stays, a row becomes a column, and a column a row",
         {1, 1}, {40, 1}, {1, 40})
LAB_CASE(transpose_fast, "rows of whole float4 land in the mirrored place",
         {64, 64}, {128, 64}, {64, 128}, {256, 192})
LAB_CASE(transpose_fast, "rows of whole float4 that fill no tile write every element, and only elements",
         {4, 4}, {60, 68}, {100, 4}, {4, 100}, {132, 76})
LAB_CASE(transpose_fast, "rows that begin between multiples of 16 bytes are right, too",
         {63, 64}, {64, 65}, {66, 62}, {130, 3}, {3, 130}, {33, 97})
LAB_CASE(transpose_fast, "arrays that begin between multiples of 16 bytes are right, too",
         {.width = 64, .height = 64, .offset = 1}, {.width = 68, .height = 36, .offset = 3}, {.width = 64, .height = 64, .apart = 1},
         {.width = 68, .height = 36, .offset = 1, .apart = 3})
LAB_MEASURE(transpose_fast, "a warp moves 16 bytes a thread along rows on both sides, without bank conflicts",
            {256, 192})
LAB_DRAW(transpose_fast, {"width", 64}, {"height", 64})     // whole tiles: the limits leave no room for parts
LAB_LIMIT(transpose_fast, global_load_requests, 0.012, "load a float4: four elements with one instruction, so a warp asks once for 128 of them")
LAB_LIMIT(transpose_fast, global_store_requests, 0.012, "store a float4: turn 4 × 4 elements in registers or in s_tile, so that four neighbours of a row of out are at hand")
LAB_LIMIT(transpose_fast, global_load_sectors, 0.14, "let the threads of a warp load whole sectors: two float4 side by side are 32 bytes")
LAB_LIMIT(transpose_fast, global_store_sectors, 0.14, "let the threads of a warp store whole sectors: two float4 side by side are 32 bytes")
LAB_LIMIT(transpose_fast, shared_bank_conflicts, 0.01,
          "eight threads store or load a float4 each at a time: let these eight meet all 32 banks, by padding or by an exclusive or of row and column")

LAB_FUNCTION(conv1d_fast, Conv1d{.radius = kRadius1d})

LAB_CASE(conv1d_fast, "a single element has only ghosts as neighbours",
         {1})
LAB_CASE(conv1d_fast, "rows of whole float4 are right up to their ends",
         {4}, {16}, {1024}, {5000})
LAB_CASE(conv1d_fast, "a last float4 that is not full writes every element, and only elements",
         {3}, {5}, {1023}, {1025}, {1026}, {4099})
LAB_CASE(conv1d_fast, "arrays that begin between multiples of 16 bytes are right, too",
         {.width = 1024, .offset = 1}, {.width = 999, .offset = 2}, {.width = 2050, .offset = 3}, {.width = 1024, .apart = 1},
         {.width = 1024, .offset = 1, .apart = 3})
LAB_MEASURE(conv1d_fast, "a request of a warp brings four elements a thread, and each sum is stored in such a request",
            {8000})
LAB_DRAW(conv1d_fast, {"width", 1024})                      // likewise
LAB_LIMIT(conv1d_fast, global_load_requests, 0.03,
          "load float4: four outputs need twelve elements, which are three requests of a warp for 128 outputs")
LAB_LIMIT(conv1d_fast, global_store_requests, 0.012, "let a thread compute four neighbouring outputs and store them as one float4")
LAB_LIMIT(conv1d_fast, global_load_sectors, 0.42, "let neighbouring threads load neighbouring float4: a warp's request is 16 whole sectors")
LAB_LIMIT(conv1d_fast, global_store_sectors, 0.14, "let neighbouring threads store neighbouring float4: a warp's request is 16 whole sectors")
LAB_LIMIT(conv1d_fast, shared_bank_conflicts, 0.01, "let neighbouring threads use neighbouring words or float4 of shared memory, or none: twelve elements fit into registers")

LAB_FUNCTION(conv2d_fast, Conv2d{.radius = kRadius2d, .any_kernel = true})

LAB_CASE(conv2d_fast, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_fast, "rows of whole float4 are right up to the edges of the image",
         {4, 8}, {128, 32}, {128, 64}, {256, 32})
LAB_CASE(conv2d_fast, "rows of whole float4 that fill no block write every pixel, and only pixels",
         {4, 1}, {124, 31}, {132, 33}, {60, 45}, {260, 9})
LAB_CASE(conv2d_fast, "rows that begin between multiples of 16 bytes are right, too",
         {127, 32}, {130, 33}, {5, 7}, {3, 130}, {130, 3})
LAB_CASE(conv2d_fast, "arrays that begin between multiples of 16 bytes are right, too",
         {.width = 64, .height = 20, .offset = 1}, {.width = 68, .height = 9, .offset = 2}, {.width = 64, .height = 20, .apart = 1},
         {.width = 68, .height = 9, .offset = 2, .apart = 2})
LAB_MEASURE(conv2d_fast, "a thread's outputs share its loads, and each request brings or stores four elements a thread",
            {640, 192})
LAB_DRAW(conv2d_fast, {"width", 128}, {"height", 32})       // likewise
LAB_LIMIT(conv2d_fast, global_load_requests, 0.05,
          "let a thread compute several rows of four outputs: the windows of neighbouring rows overlap, and each row of them is loaded once")
LAB_LIMIT(conv2d_fast, global_store_requests, 0.012, "let a thread compute four neighbouring outputs of a row and store them as one float4")
LAB_LIMIT(conv2d_fast, global_load_sectors, 0.8, "let neighbouring threads load neighbouring float4, and more rows share what they need")
LAB_LIMIT(conv2d_fast, global_store_sectors, 0.14, "let neighbouring threads store neighbouring float4: a warp's request is 16 whole sectors")
LAB_LIMIT(conv2d_fast, shared_bank_conflicts, 0.01, "let neighbouring threads use neighbouring words or float4 of shared memory, or none: the window fits into registers")
