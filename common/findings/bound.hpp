#pragma once
// What counts can say about time on a card without one: a lower bound, the resource that a kernel most likely waits for, and which resources it
// asks for clearly less or more than another kernel. Never a time, and never a speedup.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/counters.hpp"

namespace halo {

struct Card {
    std::string_view name;
    double bytes_per_s = 0;               ///< to and from its memory
    int multiprocessors = 0;
    double clock_hz = 0;
};

/// From cards.def.
std::span<const Card> cards();

/// A kernel at a size that fills a card.
struct CardWork {
    Counters counters;                    ///< of a smaller run
    double scale = 1;                     ///< how much more work it is than that run
    double bytes = 0;                     ///< that must pass between memory and chip: inputs once, outputs once
};

enum class Resource {
    memory,             ///< bytes to and from the card's memory
    requests,           ///< load and store instructions of warps: a multiprocessor starts one each clock
    l1,                 ///< 128 bytes each clock from L1 and shared memory, bank conflicts included
    issue,              ///< instructions of all kinds: four each clock
    store_sectors,      ///< 32-byte sectors on their way to L2
    latency,            ///< barriers and waits, with too few warps to fill them
};

/// `load and store instructions`
std::string_view name(Resource resource);
std::optional<Resource> resource_named(std::string_view name);

struct Bound {
    double seconds = 0;
    Resource resource = Resource::memory;     ///< memory, requests or l1
};

/// No kernel with these counts is faster: the largest of three times that follow from data sheets and from the best rate that was measured.
/// Held for each of 127 kernels on an H200, half of them within a factor of two.
Bound lower_bound(const CardWork& work, const Card& card);

/// The resource that takes the longest; nothing unless it leads the next one by 1.3, nor for a kernel that loads nothing but textures. An estimate: what an instruction, a barrier or a sector
/// costs is fitted to 127 kernels on an H200, of which it names one in 49, and 48 of them as the instructions of nvcc's own code do.
std::optional<Resource> limiter(const CardWork& work, const Card& card);

/// How much less or more of a resource one kernel asks for than another.
struct WorkRatio {
    Resource resource = Resource::memory;
    double ratio = 1;                         ///< of the other kernel to this one: 2 is half as much
};

/// Only ratios from 1.5 on, the largest first: less says nothing about time. Both kernels do the same work.
std::vector<WorkRatio> clear_differences(const CardWork& kernel, const CardWork& other);

/// What the counts of one function say about one card.
struct CardBound {
    std::string card;                         ///< its name
    std::string size;                         ///< `16384 x 16384 image, radius 2`
    Bound bound;
    std::optional<Resource> limiter;
    std::string basic;                        ///< the kernel that it is compared with; empty: none
    std::vector<WorkRatio> differences;
};

/// For each card. `basic` is compared with if it has a name.
std::vector<CardBound> bounds_of(const CardWork& kernel, const std::string& size, const std::string& basic_name, const CardWork& basic);

/// Of one function. A line each: the bound for each card, the limiter, less work, more work; once, if it is the same for all cards.
std::vector<std::string> sentences(std::span<const CardBound> bounds);

}  // namespace halo
