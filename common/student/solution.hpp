#pragma once
// How the solution of a lab differs from the student's file, and what it says about its cost.

#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// The comment at the end of a solution, without its slashes.
std::string commentary(std::string_view solution);

/// The solution as it is shown: without the marks of what the slides quote.
std::string without_regions(std::string_view solution);

/// A file with this text, removed again at the end. Throws Fault.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// Refuses until the lab has passed, unless `force`: a solution cannot be unread.
int solution(const Place& place, bool force);

}  // namespace halo::student
