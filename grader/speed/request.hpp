#pragma once
// What is to be timed. It is made where the ledger is, and carried out where the card is.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "course/speed_credit.hpp"
#include "record/ledger.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::speed {

struct AskedTime {
    std::string function;
    std::optional<course::SpeedCredit> credit;       ///< a time near one of its steps is taken several times
    std::vector<record::TimingKey> known;            ///< times of it that stand: none of these is taken again
};

/// One file for one lab, and the functions that passed.
struct Candidate {
    std::string lab, student, content, bytes;
    std::vector<AskedTime> asked;
};

struct TimingRequest {
    course::Manifest manifest;
    sandbox::Confinement confinement;
    std::vector<Candidate> candidates;
    unsigned jobs = 0;                       ///< compiled at the same time; 0: as many as the machine has cores
    bool progress = false;

    std::size_t functions() const;
};

/// Called for each time, as soon as it was taken.
using TakeTiming = std::function<void(const record::TimingKey& key, const record::Timing& timing)>;

/// The card that was used, or why there was none.
struct CardUse {
    record::RunCard card;
    std::size_t known = 0;                   ///< functions that had a time on it already
};

/// Somewhere with a card: this machine, or a node of a cluster.
using TimeOn = std::function<CardUse(const TimingRequest& request, const TakeTiming& take)>;

}  // namespace halo::grader::speed
