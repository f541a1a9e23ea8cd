// Findings as a watcher reports them, and what the lab adds to them.

#include <doctest/doctest.h>

#include "harness/causes.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// A read of d_in[index] in a matrix of 31 rows of 35, by a thread of a block of 16 × 16.
Finding access(std::int64_t index, Index3 block, Index3 thread)
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.kernel = "conv2d_basic_kernel";
    f.at = {"conv2d_tiled.cu", 30};
    f.outside = index < 0 ? Outside::before_start : Outside::past_end;
    f.array = "d_in";
    f.index = {index};
    f.shape = {35 * 31};
    f.block = block;
    f.thread = thread;
    f.block_shape = {16, 16, 1};
    return f;
}

const Size kSize = {35, 31};
const Judged kImage = Conv2d{.radius = 2, .tile = 16};

struct Explained {
    Message message;
    Key key;
};

Explained explained(const Judged& kind, const Size& size, const Finding& f)
{
    const Diagnosis cause = cause_of(kind, size, f);
    return {message_of(kind, size, f, cause), cause.key()};
}

}  // namespace

TEST_CASE("an element outside a matrix is reported with the rows of the matrix and the row it would be in")
{
    // Thread (3, 15) of block (0, 1) has pixel (3, 31): y + dy = 32.
    const Explained t = explained(kImage, kSize, access(32 * 35 + 4, {0, 1, 0}, {3, 15, 0}));
    CHECK(t.key == Key::out_of_bounds);
    CHECK(text(t.message) ==
          "conv2d_tiled.cu:30: read of d_in[1124], past the end of its 31 rows of 35 elements\n"
          "  where: block (0,1), thread (3,15); 1124 would be in row 32, column 4\n"
          "  try:   test the index against the size before the load: beyond the last element are ghost elements, which count as 0, and "
             "threads with nothing to do. Is there a test? Then it asks about another index, or || lets this one through");
}

TEST_CASE("a launch that overwrites the input and reads an empty array may have been given each in place of the other")
{
    Finding f = access(0, {0, 0, 0}, {0, 0, 0});
    f.kind = FindingKind::uninitialised;
    f.outside = Outside::none;
    f.array = "d_out";
    f.launched = {"conv1d_basic.cu", 63};
    f.overwritten = "d_in";
    f.filled_from = "h_in";
    const Judged kind = HostConv1d{};
    const Size size = {.width = 1085};
    CHECK(explained(kind, size, f).key == Key::arrays_exchanged);
    CHECK(text(explained(kind, size, f).message) ==
          "conv2d_tiled.cu:30: read of d_out[0], which was never initialised\n"
          "  where: block (0,0), thread (0,0); the launch in line 63 stores to d_in, which host code has filled, and loads nothing from it\n"
          "  try:   are d_out and d_in exchanged? Compare the arguments of the launch in line 63 with the kernel's parameters, and see to which of "
             "the two the input is copied");

    Finding begun_with_output = f;          // h_out was copied to d_out, and h_in nowhere
    begun_with_output.array = "d_in";
    begun_with_output.overwritten = "d_out";
    begun_with_output.filled_from = "h_out";
    CHECK(explained(kind, size, begun_with_output).key == Key::uninitialised);
    Finding not_copied = f;
    not_copied.overwritten.clear();
    CHECK(explained(kind, size, not_copied).message.attempt == "d_out holds nothing when the kernel begins: does this line add with += where = would store?");
    not_copied.array = "d_in";
    CHECK(explained(kind, size, not_copied).message.attempt.starts_with("fill the array before a kernel reads it"));
    CHECK(explained(kind, size, not_copied).key == Key::uninitialised);
    Finding unnamed = f;
    unnamed.array.clear();
    CHECK(explained(kind, size, unnamed).key == Key::uninitialised);
}

TEST_CASE("a finding without a launch has no thread to locate, and is explained all the same")
{
    Finding f = access(32 * 35 + 4, {}, {});
    f.block_shape = {0, 1, 1};
    CHECK(explained(kImage, kSize, f).key == Key::out_of_bounds);
}

TEST_CASE("an address far from every array blames none of them, and a write is never blamed on the filter's index")
{
    const Judged signal = HostConv1d{};
    const Size size{.width = 5000, .filter_width = 5};
    Finding f = access(-5000, {1, 0, 0}, {0, 0, 0});
    f.array = "d_filter";
    f.shape = {5};
    CHECK(cause_of(signal, size, f).mistake == Mistake::far_outside);
    CHECK(explained(signal, size, f).message.where == "block (1,0), thread (0,0); far from every array: d_filter is only the nearest");
    f.index = {5 + 4096};
    f.outside = Outside::past_end;
    CHECK(cause_of(signal, size, f).mistake == Mistake::far_outside);
    f.index = {5 + 4095};
    CHECK(cause_of(signal, size, f).mistake == Mistake::past_filter);
    f.index = {5};
    CHECK(cause_of(signal, size, f).mistake == Mistake::past_filter);
    f.access = Access::write;
    CHECK(cause_of(signal, size, f).mistake != Mistake::far_outside);
    f.shape = {10'000};                             // as far as its own length is not far
    f.index = {19'000};
    CHECK(cause_of(signal, size, f).mistake == Mistake::out_of_bounds);
}

TEST_CASE("an index that only rows of another length explain is reported as a row length")
{
    Finding f = access(30 * 40 + 33, {2, 1, 0}, {1, 14, 0});        // pixel (33, 30)
    f.access = Access::write;
    f.array = "d_out";
    CHECK(explained(kImage, kSize, f).key == Key::out_of_bounds);           // rows of 40: nothing here is 40 long
    f.index = {30 * 48 + 33};
    Explained t = explained(kImage, kSize, f);
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where == "block (2,1), thread (1,14); 1473 is 30 * 48 + 33: of rows of 48 elements, as long as the "
                             "blocks in a row are wide");
    CHECK(t.message.attempt == "a row of d_out has 35 elements: by what is the index of the row multiplied?");

    // As wide as it is high: 30 columns of 40.
    f.shape = {30 * 40};
    f.index = {39 * 40 + 20};
    f.block = {1, 2, 0}, f.thread = {4, 7, 0};
    t = explained(kImage, {30, 40}, f);
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where.find("as many as there are rows") != std::string::npos);
    f.index = {39 * 30 + 30}, f.thread = {14, 7, 0};                // x = width: no row is too long, a test is missing
    CHECK(explained(kImage, {30, 40}, f).key == Key::out_of_bounds);
}

TEST_CASE("x and y exchanged in an index are reported, and not where the thread's own place fits")
{
    const Size wide = {48, 32};
    Finding f = access(40 * 48 + 17, {2, 1, 0}, {8, 1, 0});          // pixel (40, 17)
    f.shape = {48 * 32};
    f.access = Access::write;
    CHECK(explained(kImage, wide, f).message.attempt == "that is x and y of this thread exchanged: the row comes first, y * 48 + x");
    f.index = {33 * 48 + 17}, f.block = {1, 2, 0}, f.thread = {1, 1, 0};    // pixel (17, 33), below the image
    CHECK(explained(kImage, wide, f).message.attempt.find("exchanged") == std::string::npos);
}

TEST_CASE("x and y in each other's places are told before rows of another length, if the last access agrees")
{
    // A tile's load as in[x * width + y], where 165 is both 5 * 33 + 0 and 4 * 40 + 5.
    Finding f = access(165, {0, 0, 0}, {7, 2, 0});
    f.shape = {33 * 5};
    f.block_shape = {20, 20, 1};
    const Size size = {33, 5};
    CHECK(cause_of(kImage, size, f).because == Mistake::x_and_y_exchanged);
    f.last = {{2, 0, 0}, {2, 6, 0}, {32 * 33 + 4}};
    CHECK(explained(kImage, size, f).message.where.ends_with("165 would be in row 5, column 0"));
    CHECK(explained(kImage, size, f).message.attempt == "that is x and y of this thread exchanged: the row comes first, y * 33 + x");
    f.last = {{2, 0, 0}, {2, 6, 0}, {4 * 40 + 32}};                // pixel (32, 4)
    CHECK(cause_of(kImage, size, f).mistake == Mistake::rows_of_blocks);
    f.last.index = {700};                                           // neither of the two
    CHECK(cause_of(kImage, size, f).because == Mistake::ghost_read_past_end);
    f.index = {5 * 33 + 6}, f.thread = {7, 6, 0}, f.last.index = {4 * 40 + 32};        // the first is a ghost below its own pixel
    CHECK(cause_of(kImage, size, f).because == Mistake::ghost_read_past_end);
}

TEST_CASE("one coordinate in both places of an index is told from rows of another length by the last access")
{
    Finding f = access(240, {0, 0, 0}, {0, 15, 0});                 // 15 * 15 + 15, and 15 * 16 + 0
    f.access = Access::write;
    f.array = "d_out";
    f.shape = {15 * 16};
    const Size size = {15, 16};
    f.last = {{0, 0, 0}, {14, 15, 0}, {240}};
    CHECK(cause_of(kImage, size, f).because == Mistake::y_twice);
    CHECK(explained(kImage, size, f).message.attempt == "that is y * 15 + y of this thread: where is its x?");
    f.last.index = {15 * 16 + 14};
    CHECK(explained(kImage, size, f).key == Key::row_length);
    f.index = {15 * 15 + 15}, f.thread = {15, 14, 0}, f.last = {{0, 0, 0}, {15, 15, 0}, {240}};       // x = width, and no test
    CHECK(cause_of(kImage, size, f).because == Mistake::x_twice);

    // A turned tile whose row and column both begin at the block's x: out[(x0 + r) * height + x0 + tx].
    Finding turned = access(32 * 31 + 32, {1, 0, 0}, {0, 0, 0});
    turned.access = Access::write;
    turned.array = "d_out";
    turned.shape = {33 * 31};
    turned.block_shape = {32, 8, 1};
    turned.last = {{1, 0, 0}, {30, 0, 0}, {32 * 31 + 32 + 30}};
    const Judged tiled = Transpose{.tile = 32};
    CHECK(explained(tiled, {33, 31}, turned).message.attempt
          == "that is 32 * 31 + 32 of this thread, and both begin with blockIdx.x: which of the two needs blockIdx.y?");
    Finding in_place_of_input = turned;          // out[(y0 + r) * height + x0 + tx]
    in_place_of_input.shape = {33 * 40};
    in_place_of_input.block = {0, 1, 0}, in_place_of_input.thread = {0, 1, 0}, in_place_of_input.index = {33 * 40};
    in_place_of_input.last = {{0, 1, 0}, {31, 7, 0}, {39 * 40 + 31}};
    CHECK(explained(tiled, {33, 40}, in_place_of_input).message.attempt
          == "that is this thread's place in the input: in d_out the row is made of blockIdx.x, and the column of blockIdx.y");
    turned.block = {1, 1, 0}, turned.last.block = {1, 1, 0};        // there it is the right row and column, and a test is missing
    CHECK(cause_of(tiled, {33, 31}, turned).because == Mistake::out_of_bounds);
}

TEST_CASE("where each thread walks down a tile, a row below the last one holds ghosts")
{
    Finding f = access(112 * 5, {0, 0, 0}, {2, 3, 0});               // 560 is also 5 rows of 112
    f.shape = {5 * 112};
    f.block_shape = {32, 4, 1};
    const Judged warps = Conv2d{.radius = 2, .tile = 28};
    CHECK(explained(warps, {5, 112}, f).key == Key::out_of_bounds);
    f.index = {116 * 5};
    CHECK(explained(warps, {5, 112}, f).key == Key::row_length);
}

TEST_CASE("where blocks and threads are the student's choice, no index is held against them")
{
    Finding f = access(30 * 48 + 33, {2, 1, 0}, {1, 14, 0});
    f.access = Access::write;
    f.array = "d_out";
    CHECK(explained(kImage, kSize, f).key == Key::row_length);
    CHECK(explained(Judged(Conv2d{.radius = 2, .any_kernel = true}), kSize, f).key == Key::out_of_bounds);
}

TEST_CASE("of a float4 that ends outside, the index is not blamed")
{
    Finding f = access(0, {0, 0, 0}, {0, 0, 0});
    f.outside = Outside::past_end;
    f.shape = {1};
    const Judged signal = Conv1d{.radius = 4};
    CHECK(explained(signal, {1}, f).message.attempt.starts_with("the last element of a float4 has to lie inside"));
    f.index = {1};
    CHECK(cause_of(signal, {1}, f).mistake == Mistake::ghost_read_past_end);
}

TEST_CASE("a transpose has two matrices, and an output whose rows are the input's columns")
{
    const Judged naive = Transpose{};
    Finding f = access(34 * 35 + 5, {4, 0, 0}, {2, 5, 0});
    f.block_shape = {8, 8, 1};
    f.access = Access::write;
    f.array = "d_out";
    const Explained t = explained(naive, kSize, f);                            // out[x * width + y]
    CHECK(t.key == Key::row_length);
    CHECK(t.message.headline == "conv2d_tiled.cu:30: write of d_out[1195], past the end of its 35 rows of 31 elements");
    f.index = {35 * 31 + 5}, f.thread = {3, 5, 0};                   // x = width
    CHECK(explained(naive, kSize, f).key == Key::out_of_bounds);
    CHECK(explained(naive, {1, 1}, [&] {
              Finding one = f;
              one.shape = {1}, one.index = {1};
              return one;
          }()).message.headline.ends_with("past the end of its 1 element"));
    f.array = "scratch";
    CHECK(explained(naive, kSize, f).message.headline.ends_with("past the end of its 1085 elements"));
}

TEST_CASE("an index outside the filter is a filter_index, whatever memory the filter is in")
{
    Finding f = access(-4, {0, 0, 0}, {0, 0, 0});
    f.space = Space::constant;
    f.array = "c_filter";
    f.shape = {9};
    const Judged signal = Conv1d{.radius = 4, .tile = 256};
    Explained t = explained(signal, {.width = 1000}, f);
    CHECK(t.key == Key::filter_index);
    CHECK(t.message.attempt
          == "an offset of -R belongs to the filter's element 0: what must be added to the offset before it is an index of c_filter?");

    // In global memory, as in lab 02. An array that is too short is not a wrong index.
    f.space = Space::global;
    f.array = "d_filter";
    f.shape = {5};
    const Size basic = {.width = 100, .filter_width = 5};
    CHECK(explained(HostConv1d{}, basic, f).key == Key::filter_index);
    f.shape = {1};
    f.index = {1}, f.outside = Outside::past_end;
    f.launched = {"conv1d_basic.cu", 63};
    t = explained(HostConv1d{}, basic, f);
    CHECK(t.key == Key::out_of_bounds);
    CHECK(t.message.where.ends_with("; the filter has 5 weights"));
    CHECK(t.message.attempt == "for how many elements does the cudaMalloc of d_filter ask? Count them in bytes");
    f.array = "d_in", f.shape = {5}, f.index = {5};
    CHECK(explained(HostConv1d{}, {.width = 5, .filter_width = 5}, f).key == Key::out_of_bounds);
}

TEST_CASE("a read outside the output may be one of the input, where the student launches")
{
    Finding f = access(100, {0, 0, 0}, {0, 0, 0});
    f.array = "d_out";
    f.outside = Outside::past_end;
    f.shape = {100};
    f.launched = {"conv1d_basic.cu", 63};
    const Size size = {.width = 100, .filter_width = 5};
    CHECK(explained(HostConv1d{}, size, f).message.attempt
          == "is this line meant to read d_out? If so, test the index first; if not, compare the arguments of the launch in line 63 with the kernel's parameters");
    CHECK(cause_of(Conv1d{.radius = 2, .tile = 256}, size, f).mistake != Mistake::output_read_outside);    // its launch is given
    f.access = Access::write;
    CHECK(cause_of(HostConv1d{}, size, f).mistake != Mistake::output_read_outside);
    f.access = Access::read, f.array = "d_in";
    CHECK(cause_of(HostConv1d{}, size, f).mistake != Mistake::output_read_outside);
}

TEST_CASE("sizes or arrays exchanged in a launch leave the filter at an index that tells")
{
    const Size size = {.width = 100, .filter_width = 5};
    const auto past = [&](std::int64_t index, Index3 thread) {
        Finding f = access(index, {0, 0, 0}, thread);
        f.array = "d_filter";
        f.outside = Outside::past_end;
        f.shape = {5};
        f.launched = {"conv1d_basic.cu", 63};
        return cause_of(HostConv1d{}, size, f).mistake;
    };
    CHECK(past(50, {0, 0, 0}) == Mistake::sizes_exchanged);
    CHECK(past(49, {0, 0, 0}) == Mistake::past_filter);
    CHECK(past(50, {40, 0, 0}) == Mistake::past_filter);
    CHECK(past(5, {3, 0, 0}) == Mistake::filter_as_input);
    CHECK(past(6, {3, 0, 0}) == Mistake::past_filter);
    CHECK(past(5, {0, 0, 0}) == Mistake::past_filter);      // one too far, in every thread
}

TEST_CASE("a row that is not in brackets leaves the image before its start, below the first row")
{
    // Thread (2, 1): y + dy * 35 + x + dx for dy = dx = -1.
    const Explained t = explained(kImage, kSize, access(1 - 35 + 2 - 1, {0, 0, 0}, {2, 1, 0}));
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where.ends_with("; -33 is y + dy * 35 + x + dx for this thread"));
    CHECK(t.message.attempt == "are brackets missing? The whole row y + dy is multiplied by the width");
    // A test that is missing fails in the first row, and one against the wrong side in any: -1 of row 0, or of row -1.
    CHECK(cause_of(kImage, kSize, access(-1, {0, 0, 0}, {0, 0, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-33, {0, 0, 0}, {2, 0, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-33, {0, 1, 0}, {2, 1, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-71, {0, 0, 0}, {2, 1, 0})).mistake != Mistake::row_without_brackets);
    // In rows of 3, -1 is y + dy * 3 + x + dx as well, but also the element before a row.
    Finding before_row = access(-1, {0, 0, 0}, {0, 1, 0});
    before_row.shape = {3 * 130};
    CHECK(cause_of(kImage, {3, 130}, before_row).mistake == Mistake::ghost_pixel_before_start);
    Finding another = access(-33, {0, 0, 0}, {2, 1, 0});
    another.last = {{0, 0, 0}, {2, 1, 0}, {-20}};
    CHECK(cause_of(kImage, kSize, another).mistake != Mistake::row_without_brackets);
}

TEST_CASE("before the start, but only in a later block: the index starts over in each block")
{
    const Judged signal = Conv1d{.radius = 4, .tile = 256};
    Finding f = access(-1, {1, 0, 0}, {0, 0, 0});
    f.shape = {1000};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::block_offset);
    f.index = {-5};         // farther than the filter reaches
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    f.index = {-4};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::block_offset);
    f.access = Access::write;
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    f.access = Access::read;
    f.block = {};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("ghost") != std::string::npos);
}

TEST_CASE("a host pointer in a kernel has its own key, a race that of its kind")
{
    Finding f = access(0, {}, {});
    f.outside = Outside::host_pointer;
    CHECK(explained(kImage, kSize, f).key == Key::host_pointer);
    f.kind = FindingKind::race;
    CHECK(explained(kImage, kSize, f).key == Key::race);
}

TEST_CASE("advice about a tile without a halo mentions none, and a read through a null pointer has its own key")
{
    Finding f = access(5, {0, 0, 0}, {0, 0, 0});
    f.kind = FindingKind::uninitialised;
    f.space = Space::shared;
    CHECK(explained(Transpose{.tile = 32}, kSize, f).message.attempt.find("row and column exchanged") != std::string::npos);
    CHECK(explained(kImage, kSize, f).message.attempt.find("the halo on both sides") != std::string::npos);
    f = access(0, {0, 0, 0}, {0, 0, 0});
    f.outside = Outside::null_pointer;
    CHECK(explained(kImage, kSize, f).key == Key::null_pointer);
}

TEST_CASE("a thread of the halo that sums is told from an index that is wrong")
{
    Finding f = access(-4, {0, 0, 0}, {0, 0, 0});
    f.space = Space::shared;
    f.array = "s_tile";
    f.shape = {264};
    f.block_shape = {264, 1, 1};
    const Judged signal = Conv1d{.radius = 4, .tile = 256};
    const auto advised = [&](const Judged& kind) { return explained(kind, {.width = 1000}, f).message.attempt; };
    CHECK(advised(signal).find("this thread belongs to the halo") != std::string::npos);
    f.index = {-8};                             // s_tile[i + d]
    CHECK(advised(signal).find("is this an index of the tile, or one of the input?") != std::string::npos);
    f.index = {-4}, f.block_shape = {256, 1, 1};        // each thread of this block has an output
    CHECK(advised(signal).find("is this an index of the tile, or one of the input?") != std::string::npos);

    f.block_shape = {20, 20, 1}, f.shape = {20, 20}, f.index = {-3, 18};
    CHECK(advised(kImage).find("this thread belongs to the halo") != std::string::npos);
    f.index = {-5, 16};                         // [-4][-4]
    CHECK(advised(kImage).find("this thread belongs to the halo") == std::string::npos);
}

TEST_CASE("an index of a tile that only a later block makes too large is one of the matrix")
{
    Finding f = access(0, {0, 1, 0}, {0, 0, 0});
    f.space = Space::shared;
    f.array = "s_tile";
    f.index = {32, 0}, f.shape = {32, 32};
    f.access = Access::write;
    f.outside = Outside::past_end;
    CHECK(explained(Transpose{.tile = 32}, kSize, f).message.attempt
          == "the first block stayed inside, so this index moves on with the block: is it one of the matrix? Those of s_tile start over in each block");
    f.block = {};
    CHECK(explained(Transpose{.tile = 32}, kSize, f).message.attempt.find("how far does the loop run") != std::string::npos);
}

TEST_CASE("advice about a tile with only a core mentions no halo, and an output as long as the filter is not taken for it")
{
    Finding f = access(256, {0, 0, 0}, {255, 0, 0});
    f.space = Space::shared;
    f.shape = {256};
    f.array = "s_tile";
    CHECK(explained(Conv1d{.radius = 4, .tile = 256, .core_only = true}, {.width = 500}, f).message.attempt.find("only its core") != std::string::npos);
    CHECK(explained(Conv1d{.radius = 4, .tile = 256}, {.width = 500}, f).message.attempt.find("only its core") == std::string::npos);

    f = access(5, {0, 0, 0}, {5, 0, 0});
    f.shape = {5};
    f.access = Access::write;
    f.array = "d_out";
    CHECK(explained(HostConv1d{}, {.width = 9, .filter_width = 5}, f).key == Key::out_of_bounds);
    CHECK(explained(HostConv1d{}, {.width = 9, .filter_width = 5}, f).message.attempt.find("how many bytes") != std::string::npos);
    CHECK(explained(HostConv1d{}, {.width = 5, .filter_width = 5}, f).message.attempt.find("how many bytes") == std::string::npos);
    f.array = "d_filter";
    f.access = Access::read;
    CHECK(explained(HostConv1d{}, {.width = 9, .filter_width = 5}, f).key == Key::filter_index);
}

TEST_CASE("a constant that the host accesses or passes to a kernel has its own key")
{
    Finding f = access(0, {}, {});
    f.space = Space::constant;
    f.array = "c_filter";
    f.outside = Outside::device_pointer;
    f.access = Access::write;
    CHECK(explained(kImage, kSize, f).key == Key::host_symbol);
    CHECK(explained(kImage, kSize, f).message.attempt.find("cudaMemcpyToSymbol(c_filter") == 0);
    f.outside = Outside::host_pointer;
    CHECK(explained(kImage, kSize, f).message.headline.find("c_filter is passed to a kernel") != std::string::npos);
    f.outside = Outside::past_end;
    CHECK(explained(kImage, kSize, f).key != Key::host_symbol);
}

TEST_CASE("ghosts, halos and filters belong to convolutions: no message about a transpose mentions them")
{
    const Judged matrix = Transpose{.tile = 32};
    const auto mentions_neighbours = [](const Message& m) {
        const std::string message = text(m);
        return message.find("ghost") != std::string::npos || message.find("halo") != std::string::npos || message.find("filter") != std::string::npos;
    };
    for (const FindingKind kind : {FindingKind::out_of_bounds, FindingKind::uninitialised})
        for (const Space space : {Space::global, Space::shared, Space::constant})
            for (const Outside outside : {Outside::past_end, Outside::before_start})
                for (const Access how : {Access::read, Access::write})
                    for (const Index3 block : {Index3{0, 0, 0}, Index3{1, 0, 0}}) {
                        Finding f = access(outside == Outside::past_end ? 1100 : -1, block, {0, 0, 0});
                        f.kind = kind, f.space = space, f.outside = outside, f.access = how;
                        CAPTURE(text(explained(matrix, kSize, f).message));
                        CHECK(!mentions_neighbours(explained(matrix, kSize, f).message));
                    }
    Finding f = access(1100, {0, 0, 0}, {0, 0, 0});
    CHECK(mentions_neighbours(explained(kImage, kSize, f).message));
}

TEST_CASE("an index that went below 0 is explained as that, in a convolution too")
{
    Finding f = access((std::int64_t(1) << 32) - 1, {0, 0, 0}, {0, 0, 0});
    f.shape = {1000};
    const Judged signal = Conv1d{.radius = 4, .tile = 256};
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("unsigned arithmetic") != std::string::npos);
    f.index = {1000};
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("unsigned arithmetic") == std::string::npos);
}
