#pragma once
// Question: which elements of the inputs did kernels load, and which outputs did they store? The words of device memory carry
// along where their content came from. Nothing is done for an access: the shadow words know what a launch has used.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/memory/brought.hpp"
#include "engine/memory/host_choices.hpp"
#include "engine/memory/host_made.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/registered.hpp"
#include "findings/finding.hpp"
#include "findings/input_use.hpp"
#include "findings/proof.hpp"

namespace halo::engine {

class Followed {
public:
    static Followed& instance();

    bool on() const { return !given_.empty(); }
    void give(const GivenArray& array);
    void forget() { *this = {}; }
    InputUse use() const;
    StoredBy stored_by() const;

    /// What a byte of device memory held before the launch.
    struct Held {
        std::optional<std::uint64_t> element = {};      ///< of the inputs, numbered on from one to the next
        const std::vector<std::uint64_t>* equal = nullptr;      ///< those that have its value, where host code put it there
        bool unsure = false;                            ///< nobody knows: bytes that host code may have made numbers of, or what an earlier call left
    };
    /// Reads the word, where only its value shows what it is.
    Held held_at(std::uintptr_t address);
    /// Before a kernel changes an input: remembers which elements have which value.
    void note_values();
    std::uint64_t input_elements() const;
    /// Of the arrays that are not on the device.
    std::vector<Range> host_ranges() const;
    std::vector<GivenArray> outputs() const;

    /// What the host says of a launch besides its arguments.
    struct LaunchShape {
        std::string_view kernel;
        Index3 grid, block;
        std::size_t shared_bytes = 0;
    };

    /// A copy of one row; either side may be on the host.
    void copied(std::uintptr_t target, std::uintptr_t source, std::size_t bytes);
    void filled(std::uintptr_t target, std::size_t bytes, int value);
    /// A copy to the device, or a fill, has been made, of however many rows.
    void moved() { choices_.moved(); }
    /// The arguments of a launch.
    void passed(const void* arguments, std::size_t bytes);
    void fetched_texel(std::uintptr_t address, std::uint32_t bytes);
    void launch_begins(const LaunchShape& shape);
    /// `serial`: as in LaunchState. A cooperative launch has further ones, of which only the last is known.
    void launch_ended(std::uint32_t serial, bool cooperative);

private:
    static constexpr std::size_t kWord = 4;      ///< bytes
    /// What a word holds: nothing known, or one of these, or kFirst plus an offset into the inputs.
    using Tag = std::uint32_t;
    enum : Tag { kUnknown, kStored, kOwn, kEqual, kEqualLoaded, kFirst };
    enum Flag : std::uint8_t { on_device = 1, loaded = 2, in_texture = 4, fetched = 8 };

    /// An array of the device.
    struct Region {
        const Allocation* allocation = nullptr;     ///< nullptr: a variable
        std::uintptr_t base = 0;
        std::vector<Tag> tags;                      ///< of each word
        std::vector<std::uint8_t> fetched;          ///< through a texture or surface: of each word
        std::vector<std::uint32_t> values;          ///< of each word, as seen last; empty where host code cannot store

        bool holds(std::uintptr_t address) const { return address - base < tags.size() * 4; }
    };
    struct Given {
        GivenArray array;
        std::uintptr_t begin = 0, end = 0;
        std::uint32_t first = 0;                    ///< of an input: its offset in all inputs, in bytes
        bool on_device = false;
        bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
    };

    static Tag tag_of(HostMade::Word word);
    /// Arrays that host code can store to, as long as they live.
    template <class Visit>
    void for_each_of_host(Visit visit);
    void remember_earlier();
    Region* region_at(std::uintptr_t address);
    Region* known_region(std::uintptr_t address);
    const Given* given_at(std::uintptr_t address, ArrayRole role) const;
    void put(std::uintptr_t target, std::size_t bytes, const std::vector<Tag>& tags);
    void brought(const std::vector<Tag>& tags, const char* there, std::size_t bytes);
    bool tears(std::uintptr_t target, std::uintptr_t source, std::size_t bytes);
    void see_again(Region& region, std::size_t first, std::size_t words);
    void is_in_reach(Region& region, std::size_t word);
    void mark(Tag tag, Flag flag);
    void used(Region& region, std::size_t word, bool stored, bool also_loaded);
    void note_blocks(std::uint32_t serial);
    Held by_value(std::uintptr_t address) const;
    void scan(Region& region, std::uint32_t serial, bool cooperative);
    void scan_registered(const Registered::Range& range, std::uint32_t serial);
    void loaded_from_host(std::uintptr_t begin, std::uintptr_t end);
    std::uint64_t count(Flag flag) const;

    std::vector<Given> given_;
    std::map<std::uintptr_t, Region> regions_;      ///< by base
    HostMade made_;
    HostChoices choices_;
    std::vector<std::uint8_t> flags_;               ///< of each unit of the inputs
    std::uint32_t input_bytes_ = 0;
    std::uint32_t unit_ = 4;                        ///< bytes: 1 where elements are smaller than words
    std::uint64_t equal_loaded_ = 0;                ///< words that hold a value of the input, by whatever way it came
    Brought brought_;
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> with_value_;    ///< elements of the inputs, by their bits
    unsigned launches_ = 0;
    std::map<std::uint64_t, std::vector<Stretch>> of_blocks_;
    std::uint64_t to_constant_ = 0, moved_in_pieces_ = 0;
    std::uintptr_t copied_to_ = 0, copied_from_ = 0;    ///< where the last copy ended
};

}  // namespace halo::engine
