#pragma once
// The card that a class is timed on: is there one, may it be used, and is it at rest? Asks nvidia-smi, so that neither build nor grader needs a driver.

#include <optional>
#include <string>
#include <vector>

#include "doctor/system.hpp"
#include "findings/verdict.hpp"

namespace halo::grader::doctor {

struct CardHere {
    std::string name;                       ///< `NVIDIA H200`
    std::string uuid;                       ///< for CUDA_VISIBLE_DEVICES
    std::string driver;                     ///< `580.159.04`
    std::string architecture;               ///< for nvcc: `sm_90`
    std::vector<std::string> devices;       ///< all that a process needs of /dev, or of $HALO_DEVICES in tests
    std::string note;                       ///< which of several cards it is; else empty
};

/// A card, or why there is none.
struct CardSearch {
    std::optional<CardHere> card;
    Message why;                            ///< its headline begins with `no card: `
    bool absent = false;                    ///< there is none at all, as in most machines: nothing to repair
};

/// `chosen` is CUDA_VISIBLE_DEVICES, whose first entry is taken; empty: the first card. `toolkit` is the version of nvcc, `13.0`; empty: there is no nvcc.
CardSearch find_card(const System& system, const std::string& chosen, const std::string& toolkit);

/// A device of the card that is not in /dev, even after asking the driver for it.
std::optional<Message> missing_device(const System& system, const CardHere& card);

/// What would falsify a time right now: other work on the card, or a clock held back by heat or power. Nothing if it is at rest.
std::optional<Message> unrest(const System& system, const CardHere& card);

/// `13.0`, of this nvcc; empty if it does not run.
std::string toolkit_of(const System& system, const std::string& nvcc);

}  // namespace halo::grader::doctor
