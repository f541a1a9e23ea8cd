#pragma once
// What a frame of a picture shows in the cells of its panels, and what that means.

#include <set>
#include <string>
#include <utility>

#include "show/draw.hpp"
#include "show/frame.hpp"
#include "show/scene.hpp"

namespace halo::show {

/// Colours, or a letter, and what they say: an entry of a picture's key.
struct Sign {
    std::string classes, letter, says;
    auto operator<=>(const Sign&) const = default;
};

class Looks {
public:
    /// Throws Unreadable if the frame's moment is not in the scene.
    Looks(const Scene& scene, const Frame& frame);

    Look of_array(std::size_t array);
    Look of_threads();
    /// The frame's moment; nullptr: the whole run.
    const Moment* moment() const { return whole_ ? nullptr : &scene_.moments[at_]; }
    /// What the looks that were asked for so far show.
    const std::set<Sign>& signs() const { return signs_; }
    void say(const std::string& classes, const std::string& letter, const std::string& says) { signs_.insert({classes, letter, says}); }

private:
    bool followed(std::int64_t thread) const;
    std::string letter_of(std::int64_t thread) const;
    std::string classes_of(const Touch& touch, bool stores) const;
    Look by_access(std::size_t array);
    Look by_step(std::size_t array);
    void sign(const Marks& marks, bool of_threads);

    const Scene& scene_;
    const Frame& frame_;
    bool whole_ = false;
    std::size_t at_ = 0;
    std::set<Sign> signs_;
};

}  // namespace halo::show
