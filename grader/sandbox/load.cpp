#include "sandbox/load.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

/// Processor time since the machine's start, in clock ticks; see proc(5).
struct Ticks {
    double busy = 0, all = 0;
};

std::optional<Ticks> ticks_of(const std::string& stat)
{
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    if (std::sscanf(stat.c_str(), "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &waiting, &interrupts, &soft, &stolen) != 8)
        return {};
    const double busy = user + nice + system + interrupts + soft + stolen;
    return Ticks{busy, busy + idle + waiting};
}

}  // namespace

double busy_elsewhere(const std::string& before, const std::string& after, double own_ms)
{
    const auto first = ticks_of(before), last = ticks_of(after);
    if (!first || !last || last->all <= first->all) return 0;
    const double own = own_ms / 1000 * double(sysconf(_SC_CLK_TCK));
    return std::clamp((last->busy - first->busy - own) / (last->all - first->all), 0.0, 1.0);
}

}  // namespace halo::grader::sandbox
