#pragma once
// What a student's code prints while a test calls it: the first lines, call by call, and how many there were.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace halo::lab {

/// What one call printed.
struct Printed {
    std::vector<std::string> head;      ///< the first kMostPrinted lines
    std::size_t lines = 0;              ///< all of them
};

inline constexpr std::size_t kMostPrinted = 20;         ///< lines that a student is shown
inline constexpr std::size_t kWidestPrinted = 500;      ///< bytes of a line; the rest is dropped

/// Sorts a child's output by calls as it arrives, and keeps no more than is shown, however much that is.
class Prints {
public:
    /// The child writes this byte when a call begins and when it ends. No text has it.
    static constexpr char kMark = '\0';

    void add(std::string_view bytes);
    std::vector<Printed> by_call() const;

private:
    std::vector<Printed> parts_ = std::vector<Printed>(1);      ///< before the first call, in it, after it, in the second, …
    bool at_start_ = true;              ///< of a line
};

/// A call that printed, by the words for its size: `conv1d_basic, 5000 elements, filter 5 wide`.
struct LabelledPrint {
    std::string call;
    Printed printed;
};

/// At most kMostPrinted lines of all calls together, each call's below its name, and a count of the rest. Empty if none printed.
std::string prints_text(const std::vector<LabelledPrint>& calls);

}  // namespace halo::lab
