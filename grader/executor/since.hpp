#pragma once
// For how long something has been so.

#include <chrono>
#include <optional>

namespace halo::grader {

class Since {
public:
    /// It is so now. True if that has lasted `seconds`.
    bool lasts(double seconds)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!begin_) begin_ = now;
        return std::chrono::duration<double>(now - *begin_).count() >= seconds;
    }
    void over() { begin_.reset(); }

private:
    std::optional<std::chrono::steady_clock::time_point> begin_;
};

}  // namespace halo::grader
