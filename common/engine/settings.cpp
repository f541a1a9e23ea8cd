#include "engine/settings.hpp"

#include <cstdio>
#include <cstdlib>

#include "engine/end_process.hpp"

namespace halo::engine {

std::optional<std::string_view> from_environment(const Setting& setting)
{
    const char* text = std::getenv(setting.variable);
    if (text == nullptr || *text == '\0') return {};
    if (understood(setting, text)) return text;
    std::fflush(stdout);
    std::fputs(not_understood(setting, setting.variable, text, "the environment of this program").c_str(), stderr);
    end_process(2);
}

}  // namespace halo::engine
