#include "engine/memory/host_choices.hpp"

#include <utility>

#include "engine/memory/value_at.hpp"

namespace halo::engine {

void HostChoices::argument(const char* from, std::size_t bytes)
{
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += sizeof(std::uint32_t)) next_.push_back(value_at<std::uint32_t>(from + at));
}

void HostChoices::launch(std::string_view kernel, const std::vector<std::uint32_t>& extents)
{
    next_.insert(next_.end(), extents.begin(), extents.end());
    std::vector<std::uint32_t>& last = last_[std::string(kernel)];
    last.resize(next_.size());
    ++count_;
    for (std::size_t i = 0; i < next_.size(); ++i) count_ += next_[i] != last[i] ? 1 : 0;
    last = std::exchange(next_, {});
}

}  // namespace halo::engine
