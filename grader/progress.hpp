#pragma once
// One line on stderr that says how far the grader is; silent when stderr is no terminal.

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace halo::grader {

class Progress {
public:
    /// `total` judgings lie ahead. `visible` is isatty(stderr) outside of tests.
    Progress(std::size_t total, bool visible);
    ~Progress();

    void done(const std::string& what);

    /// `[ 12/60] about 20 s left · ada 07_conv2d_tiled`; no estimate before the third judging.
    static std::string line(std::size_t done, std::size_t total, double seconds, const std::string& what);

private:
    std::mutex mutex_;
    std::size_t total_, done_ = 0;
    bool visible_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace halo::grader
