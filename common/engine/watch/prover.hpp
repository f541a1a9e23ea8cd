#pragma once
// Question: did each block load, where it is counted, all that its outputs depend on? Only while it is switched on, together with the recorder.

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/watch/access.hpp"
#include "engine/watch/recorder.hpp"
#include "engine/watch/veil.hpp"
#include "findings/proof.hpp"

namespace halo::engine {

class Prover {
public:
    static Prover& instance();

    /// Forgets everything when switched on.
    void switch_on(bool on);

    void launch_begins();
    void launch_ended();
    /// Before the recorder knows of it.
    void access(const BlockState& block, const RecordedAccess& access);

    /// Of the arrays that are followed.
    Proof proof() const;

private:
    /// Number of the launch, linear number of the block.
    using Block = std::pair<std::uint32_t, std::uint64_t>;
    struct Share {
        std::vector<bool> loaded;       ///< of all elements of the inputs
        std::set<Block> from;           ///< whose results it loaded
        bool unsure = false;
    };

    void count(const RecordedAccess& access);
    void load(const Block& block, std::uintptr_t byte);

    bool on_ = false;
    Veil veil_;
    Proof sums_;
    std::map<Block, Share> shares_;
};

}  // namespace halo::engine
