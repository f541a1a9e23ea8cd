#pragma once
// The ladder: three problems, each solved by a row of functions that differ by one idea, from the first kernel that one would write to one
// that takes little longer than a copy. `make measure ONLY=ladder` says what each idea is worth on a card.

#include <cstdint>
#include <span>

namespace halo::ladder {

/// One call of a rung. Arrays are row-major. Convolutions: [height][width] to [height][width], ghost elements count as 0, the filter is not
/// mirrored. Transposes: [height][width] to [width][height]; in place d_in is null and d_out holds the square matrix.
/// Width and height are at most 2³¹ - 1024: the last block may overhang.
struct Problem {
    const float* d_in = nullptr;
    float* d_out = nullptr;
    int width = 0;
    int height = 1;
    const float* h_filter = nullptr;    ///< [2R+1] or [2R+1][2R+1], on the host
    const float* d_filter = nullptr;    ///< the same on the device: given, its copy is not part of the call
};

struct Rung {
    const char* name;
    const char* from;                   ///< the rung that it differs from by one idea; empty: the first
    const char* idea;
    void (*run)(const Problem&);        ///< starts the work and does not wait for its end
    int capability = 0;                 ///< 90: in PTX for sm_90 and later. The CPU engine knows no PTX: there `run` is null
};

// The last rung of each list is the one that was kept, for any card, any size and any alignment. Before it are also those that did not pay, and
// those that only some cards can run.
std::span<const Rung> transpose_rungs();
std::span<const Rung> transpose_in_place_rungs();
std::span<const Rung> conv1d_rungs();               // a filter of 9
std::span<const Rung> conv2d_3x3_rungs();
std::span<const Rung> conv2d_5x5_rungs();
std::span<const Rung> conv2d_9x9_rungs();

}  // namespace halo::ladder
