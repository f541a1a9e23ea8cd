#pragma once
// How unusual a pair's similarity is in its class. The right answers to one task look alike, so a percentage alone says nothing.

#include <cstddef>
#include <optional>
#include <vector>

namespace halo::grader::similar {

/// With fewer others to compare with, there is no saying what is usual.
inline constexpr std::size_t kFewestOthers = 6;

/// Middle and width that a few copies among many pairs do not move: the median, and the median distance from it, scaled to a standard
/// deviation of a normal distribution.
struct Usual {
    double median = 0, spread = 0;
};
Usual usual(std::vector<double> values);

/// Similarity of every pair of n files, in percent; 0 until set.
class Similarities {
public:
    explicit Similarities(std::size_t files) : files_(files), percent_(files * files), of_class_(files, 1) {}

    void set(std::size_t a, std::size_t b, double percent) { percent_[a * files_ + b] = percent_[b * files_ + a] = percent; }
    /// Files of elsewhere do not measure what is usual in this class.
    void leave_out(std::size_t file) { of_class_[file] = 0; }
    /// Call when all are set.
    void measure();

    /// Of the pairs within the class; nothing if there are too few.
    std::optional<Usual> of_class() const { return class_; }
    /// How many spreads the pair is above the median: of the class's pairs, and of the pairs that each of the two files has with the class. The
    /// least of these three, since one file that resembles everybody's makes no pair unusual. Nothing if there are too few.
    std::optional<double> unusual(std::size_t a, std::size_t b) const;

private:
    std::size_t files_;
    std::vector<double> percent_;
    std::vector<char> of_class_;
    std::optional<Usual> class_;
    std::vector<Usual> rows_;
};

}  // namespace halo::grader::similar
