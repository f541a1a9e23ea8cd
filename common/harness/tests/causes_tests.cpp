// Findings as a watcher reports them, and what the lab adds to them.

#include <doctest/doctest.h>

#include "explained.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

TEST_CASE("a launch that overwrites the input and reads an empty array may have been given each in place of the other")
{
    Finding f = access(0, {0, 0, 0}, {0, 0, 0});
    f.kind = FindingKind::uninitialised;
    f.outside = Outside::none;
    f.array = "d_out";
    f.launched = {"conv1d_basic.cu", 63};
    f.overwritten = "d_in";
    f.filled_from = "h_in";
    const auto kind = HostConv1d{};
    const SignalAndFilterSize size = {.width = 1085};
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
    const auto signal = HostConv1d{};
    const SignalAndFilterSize size{.width = 5000, .filter_width = 5};
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

    // A variable that was never set, and what is added to it; and an index that is merely far below 0.
    f.outside = Outside::before_start;
    for (const std::int64_t index : {-16843010, -16843010 + 31, -16843010 - 2}) {
        f.index = {index};
        CHECK(explained(signal, size, f).key == Key::unset_variable);
    }
    CHECK(explained(signal, size, f).message.attempt == "which variable in the index of d_filter has no value yet? Its declaration needs one, as in int i = …;");
    f.index = {-16843010 + 4097};
    CHECK(cause_of(signal, size, f).mistake == Mistake::far_outside);
    f.outside = Outside::past_end;
    f.shape = {10'000};                             // as far as its own length is not far
    f.index = {19'000};
    CHECK(cause_of(signal, size, f).mistake == Mistake::out_of_bounds);
}

TEST_CASE("of a float4 that ends outside, the index is not blamed")
{
    Finding f = access(0, {0, 0, 0}, {0, 0, 0});
    f.outside = Outside::past_end;
    f.shape = {1};
    const auto signal = Conv1d{.radius = 4};
    CHECK(explained(signal, {1}, f).message.attempt.starts_with("the last element of a float4 must be inside"));
    f.index = {1};
    CHECK(cause_of(signal, {1}, f).mistake == Mistake::ghost_read_past_end);
}

TEST_CASE("an index outside the filter is a filter_index, whatever memory the filter is in")
{
    Finding f = access(-4, {0, 0, 0}, {0, 0, 0});
    f.space = Space::constant;
    f.array = "c_filter";
    f.shape = {9};
    const auto signal = Conv1d{.radius = 4, .tile = 256};
    Explained t = explained(signal, {.width = 1000}, f);
    CHECK(t.key == Key::filter_index);
    CHECK(t.message.attempt
          == "an offset of -R belongs to the filter's element 0: what must be added to the offset before it is an index of c_filter?");

    // In global memory, as in lab 02. An array that is too short is not a wrong index.
    f.space = Space::global;
    f.array = "d_filter";
    f.shape = {5};
    const SignalAndFilterSize basic = {.width = 100, .filter_width = 5};
    CHECK(explained(HostConv1d{}, basic, f).key == Key::filter_index);
    f.shape = {1};
    f.index = {1}, f.outside = Outside::past_end;
    f.launched = {"conv1d_basic.cu", 63};
    t = explained(HostConv1d{}, basic, f);
    CHECK(t.key == Key::out_of_bounds);
    CHECK(t.message.where.ends_with("; the filter has 5 weights"));
    CHECK(t.message.attempt == "for how many elements does the cudaMalloc of d_filter ask? Count them in bytes");
    f.array = "d_in", f.shape = {5}, f.index = {5};
    CHECK(explained(HostConv1d{}, {.width = 5, .filter_width = 5}, f).message.attempt.starts_with("test the index against the size before the load"));
    f.shape = {10}, f.index = {10};
    CHECK(explained(HostConv1d{}, {.width = 20, .filter_width = 5}, f).message.attempt ==
          "d_in has 10 elements, and the input has 20: how many bytes does its cudaMalloc ask for? Elements are not bytes: elements * sizeof(float)");
}

TEST_CASE("a read outside the output may be one of the input, where the student launches")
{
    Finding f = access(100, {0, 0, 0}, {0, 0, 0});
    f.array = "d_out";
    f.outside = Outside::past_end;
    f.shape = {100};
    f.launched = {"conv1d_basic.cu", 63};
    const SignalAndFilterSize size = {.width = 100, .filter_width = 5};
    CHECK(explained(HostConv1d{}, size, f).message.attempt
          == "is this line meant to read d_out? If so, test the index first; if not, compare the arguments of the launch in line 63 with the kernel's parameters");
    CHECK(cause_of(Conv1d{.radius = 2, .tile = 256}, SignalSize{.width = 100}, f).mistake != Mistake::output_read_outside);    // its launch is given
    f.access = Access::write;
    CHECK(cause_of(HostConv1d{}, size, f).mistake != Mistake::output_read_outside);
    f.access = Access::read, f.array = "d_in";
    CHECK(cause_of(HostConv1d{}, size, f).mistake != Mistake::output_read_outside);
}

TEST_CASE("sizes or arrays exchanged in a launch leave the filter at an index that tells")
{
    const SignalAndFilterSize size = {.width = 100, .filter_width = 5};
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
    CHECK(explained(Transpose{.tile = 32}, kSize, f).message.attempt.find("must row and column be exchanged here?") != std::string::npos);
    CHECK(explained(kImage, kSize, f).message.attempt.find("the halo on both sides") != std::string::npos);
    f = access(0, {0, 0, 0}, {0, 0, 0});
    f.outside = Outside::null_pointer;
    CHECK(explained(kImage, kSize, f).key == Key::null_pointer);
}

TEST_CASE("a thread of the halo that sums is not a wrong index")
{
    Finding f = access(-4, {0, 0, 0}, {0, 0, 0});
    f.space = Space::shared;
    f.array = "s_tile";
    f.shape = {264};
    f.block_shape = {264, 1, 1};
    const auto signal = Conv1d{.radius = 4, .tile = 256};
    const auto advised = [&](const auto& kind) { return explained(kind, {.width = 1000}, f).message.attempt; };
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
    const auto matrix = Transpose{.tile = 32};
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
    const auto signal = Conv1d{.radius = 4, .tile = 256};
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("unsigned arithmetic") != std::string::npos);
    f.index = {1000};
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("unsigned arithmetic") == std::string::npos);
}
