#pragma once
// Where the processor time of a run went, and how much memory it took at most.

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "sandbox/sandbox.hpp"

namespace halo::grader::sandbox {

/// What a job in the sandbox is part of.
enum class Stage { compile, gate, link, inputs, run, judge, question };
inline constexpr std::size_t kStages = 7;

/// Sums over the jobs of this process. Safe to use from several threads.
class Usage {
public:
    void add(Stage stage, const Outcome& outcome);

    /// A table: a line for each stage that had jobs, one for the sandboxes and the grader itself, and a sum.
    /// `children_s` and `own_s` are the processor time of all processes that were started, and of the grader.
    std::string table(double children_s, double own_s, std::uint64_t own_peak_bytes) const;
    /// The same with what the kernel counted for this process so far.
    std::string table() const;

private:
    struct Sum {
        std::size_t jobs = 0;
        double cpu_s = 0;
        std::uint64_t peak_bytes = 0;       ///< of the largest job
    };
    mutable std::mutex mutex_;
    std::array<Sum, kStages> sums_;
};

/// What the jobs of this process have used.
Usage& usage();

}  // namespace halo::grader::sandbox
