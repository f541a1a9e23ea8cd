#pragma once
// One line on stderr that shows the grader's progress; silent if stderr is not a terminal.

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace halo::grader {

class Progress {
public:
    /// `total` is the number of functions to judge. `visible` is isatty(stderr) except in tests.
    Progress(std::size_t total, bool visible);
    ~Progress();

    void done(const std::string& what);

    /// `[ 12/60] about 20 s left · ada 07_conv2d_tiled`; no estimate before the third judging, nor before 3 s or 5 % of them.
    static std::string line(std::size_t done, std::size_t total, double seconds, const std::string& what);

private:
    std::mutex mutex_;
    std::size_t total_, done_ = 0;
    bool visible_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace halo::grader
