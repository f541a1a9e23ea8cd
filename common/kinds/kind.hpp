#pragma once
// A kind of function that labs ask for: one type in a folder of its own, which fulfils the concept below. If a part is
// missing, the compiler's message names it.
//
// The calling half of a kind is linked with a student's code and knows no expected value; its judging half is not, and refers
// to no function of a student. So the two are in separate files: calling.cpp and judging.cpp.

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "findings/words.hpp"
#include "kinds/calling.hpp"
#include "kinds/expected.hpp"
#include "kinds/geometry.hpp"
#include "kinds/inputs.hpp"
#include "kinds/on_card.hpp"

namespace halo::lab {

// clang-format 14 mistakes the braces of a concept for those of a function.
// clang-format off
/// What the judge asks a kind.
template <class K>
concept JudgedKind = std::copyable<K> && KindSize<typename K::Size> && requires(const K& kind, const Inputs& inputs, const typename K::Size& size, std::uint64_t seed,
                                                                               const WrongResult& wrong, const Finding& finding) {
    /// Whole numbers that depend on position, with an asymmetric filter or no two equal; different for each seed. The second call of a size adds `fraction`.
    { kind.make_inputs(size, seed) } -> std::same_as<Inputs>;
    /// The reference for these inputs, and what it should cost.
    { kind.solve(inputs) } -> std::same_as<Expected>;
    /// `33 x 17 image, radius 2`; `1000 elements, filter 5 wide`; `matrix of 17 rows and 33 columns`
    { kind.describe(size) } -> std::same_as<std::string>;
    /// What of a size a course states in tests of its own, in this order: `[width, height]`.
    { kind.size_fields() } -> std::same_as<std::vector<SizeField>>;
    /// How messages name the output and its elements.
    { kind.output(size) } -> std::same_as<Output>;
    /// The layout of its arrays, and how far its functions reach.
    { kind.geometry(size) } -> std::same_as<Geometry>;
    /// How its function is asked what it sums; nothing when it sums nothing, or shows it by itself.
    { kind.question(size) } -> std::same_as<std::optional<TapQuestion>>;
    /// Names what is wrong with an output; nothing when it is wrong in no known way.
    { kind.diagnose(wrong) } -> std::same_as<std::optional<Diagnosis>>;
    /// The words that its messages use.
    { kind.words() } -> std::same_as<Words>;
    /// The mistake whose advice helps with an output that is wrong in no known way.
    { kind.unexplained() } -> std::same_as<Mistake>;
    /// What a finding of the engine means in this kind; nothing where the engine's own advice is enough.
    { kind.advice(finding, size) } -> std::same_as<std::optional<Diagnosis>>;
    /// The sizes at which counts become a bound on a card's time, for a function that was measured at this size; nothing where time is not measured.
    { kind.on_card(size) } -> std::same_as<std::optional<OnCard>>;
};

/// What the timer asks a kind whose functions can be timed; defined in its card.cu.
template <class K>
concept TimedKind = JudgedKind<K> && requires(const K& kind, const typename K::Size& size) {
    { kind.card_task(size) } -> std::same_as<std::unique_ptr<CardTask>>;
    /// The basic kernel, written as a beginner's book would, called with its task's basic_arrays(), perhaps in another process.
    { kind.card_basic(size) } -> std::same_as<CardCaller>;
};
// clang-format on

/// A kind: both halves.
template <class K>
concept Kind = CalledKind<K> && JudgedKind<K>;

}  // namespace halo::lab
