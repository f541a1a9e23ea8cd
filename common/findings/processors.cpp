#include "findings/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <thread>

namespace halo {
namespace {

/// The container's own, as it sees it; elsewhere there is no such file.
unsigned container_quota()
{
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string text;
    std::getline(file, text);
    return processors_of_quota(text);
}

unsigned processors_of_affinity()
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
    return std::thread::hardware_concurrency();   // more than 1024 processors
}

}  // namespace

unsigned processors_of_quota(std::string_view cpu_max)
{
    const std::size_t blank = std::min(cpu_max.find(' '), cpu_max.size());
    unsigned long quota = 0, period = 0;
    const auto number = [](std::string_view text, unsigned long& value) {
        return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size() && value > 0;
    };
    if (!number(cpu_max.substr(0, blank), quota) || blank == cpu_max.size() || !number(cpu_max.substr(blank + 1), period)) return 0;
    return static_cast<unsigned>(quota / period + (quota % period != 0));
}

unsigned usable_processors()
{
    static const unsigned quota = container_quota();
    const unsigned processors = std::max(1u, processors_of_affinity());
    return quota == 0 ? processors : std::min(processors, quota);
}

}  // namespace halo
