#pragma once
// For how long something has been so.

#include <chrono>

namespace halo::grader::judging {

class Since {
public:
    /// It is so now. True if that has lasted `seconds`.
    bool lasts(double seconds)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!is_so_) begin_ = now;
        is_so_ = true;
        return std::chrono::duration<double>(now - begin_).count() >= seconds;
    }
    void over() { is_so_ = false; }

private:
    bool is_so_ = false;        // GCC 12 warns that a std::optional's content may be used uninitialised here
    std::chrono::steady_clock::time_point begin_{};
};

}  // namespace halo::grader::judging
