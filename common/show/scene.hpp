#pragma once
// One block of one run, as the lab's program wrote it down (harness/student/scene.hpp), in the terms of a drawing: arrays, and moments in which
// threads load and store.

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace halo::show {

using Three = std::array<std::int64_t, 3>;     ///< x, y, z

inline constexpr std::int64_t kSector = 32, kWarp = 32;      ///< bytes; threads

enum class Memory { global, shared, constant, lanes };     ///< lanes: registers, from which shuffles take values; element t is thread t's

struct Array {
    std::string name;
    Memory memory = Memory::global;
    bool texture = false;
    std::vector<std::int64_t> shape;            ///< one to three extents
    std::int64_t element_bytes = 4, start = 0;
    std::int64_t across = 1;                    ///< values that lie together, the last extent: the bytes of a pixel

    /// Values in a row; 0: it has no rows. Planes lie below each other.
    std::int64_t columns() const { return shape.size() > 1 ? shape.back() * (across > 1 ? shape[shape.size() - 2] : 1) : 0; }
    std::int64_t elements() const;
    std::int64_t byte(std::int64_t element) const { return start + element * element_bytes; }
    std::string element(std::int64_t flat) const;       ///< `s_tile[2][14]`
};

/// One thread's access: `count` elements from `element` on.
struct Touch {
    std::int64_t thread = 0, element = 0, count = 1;
    double value = 0;                           ///< loads
    int kept = -1;                              ///< loads from shared memory: the moment that stored it, if the same line has filled other elements since, after a barrier
    bool blank = false;                         ///< stored to shared memory by a thread that loads nothing in this moment: 0 for a ghost element
};

/// What an access cost one warp.
struct Cost {
    std::int64_t warp = 0, sectors = 0, fewest_sectors = 0, bank_conflicts = 0;
};

struct Part {
    std::size_t array = 0;
    bool stores = false;
    std::vector<Touch> touches;
    std::vector<Cost> costs;
};

/// What threads do in one line, in one round of its loops; or a barrier, which has no parts.
struct Moment {
    int line = 0;
    int round = 0, rounds = 0;                  ///< of this line; 0: it is not a loop
    std::vector<Part> parts;

    bool barrier() const { return parts.empty(); }
};

/// A copy or a launch by the host.
struct HostCall {
    struct Side {
        std::string array;
        bool on_host = false;
    };
    std::string kernel;                         ///< that it launches; empty: it copies
    Side from, to;
    std::int64_t bytes = 0;
};

struct Race {
    std::size_t array = 0;
    std::int64_t element = 0;
    std::array<std::int64_t, 2> threads{};
    std::array<int, 2> lines{};
};

struct Footprint {
    std::string sentence;
    std::int64_t element = 0;
    int columns = 1;
    std::vector<std::string> marks;             ///< `right`, `missing`, `left`, …: a weight each
};

struct Scene {
    std::string lab, function, file, call, verdict, message, kernel, source;
    Three grid{}, block_shape{}, block{};
    std::int64_t radius = 0;
    std::vector<Array> arrays;
    std::vector<Moment> moments;
    std::vector<HostCall> host;                 ///< in order
    std::int64_t left_out = 0;
    std::optional<Race> race;
    std::optional<Footprint> footprint;
    std::int64_t thread = 0;                    ///< to follow first

    std::int64_t threads() const { return block_shape[0] * block_shape[1] * block_shape[2]; }
    bool passed() const { return verdict == "passed"; }
    std::string thread_name(std::int64_t linear) const;     ///< `(3,0)`
};

/// Calls `visit(moment, part, touch)` for all touches of an array.
template <class Visit>
void for_each_touch(const Scene& scene, std::size_t array, Visit visit)
{
    for (const Moment& moment : scene.moments)
        for (const Part& part : moment.parts)
            if (part.array == array)
                for (const Touch& touch : part.touches) visit(moment, part, touch);
}

struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws Unreadable.
Scene scene_from_json(std::string_view json);

}  // namespace halo::show
