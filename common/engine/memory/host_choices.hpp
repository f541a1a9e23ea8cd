#pragma once
// What host code chooses for launches, fills and copies: a choice tells a kernel as much as a number that is sent to it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halo::engine {

class HostChoices {
public:
    /// An argument of the launch that comes next. Of a large one, HostMade looks at each number.
    void argument(const char* from, std::size_t bytes);
    /// One for the kernel, and one for each word of its arguments and extents that is another than at this kernel's last launch.
    void launch(std::string_view kernel, const std::vector<std::uint32_t>& extents);
    /// A fill, or a copy to the device.
    void moved() { ++count_; }

    std::uint64_t count() const { return count_; }

private:
    std::vector<std::uint32_t> next_;
    std::unordered_map<std::string, std::vector<std::uint32_t>> last_;      ///< by kernel
    std::uint64_t count_ = 0;
};

}  // namespace halo::engine
