#pragma once
// The parts of a profile, and their names. Apart from the profile itself, because command lines and settings are read with it.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace halo {

enum class ProfileSection { launch, global, shared, constant, warps, speed };
inline constexpr ProfileSection kProfileSections[] = {ProfileSection::launch,   ProfileSection::global, ProfileSection::shared,
                                                      ProfileSection::constant, ProfileSection::warps,  ProfileSection::speed};

constexpr std::string_view name(ProfileSection section)
{
    switch (section) {
    case ProfileSection::launch: return "launch";
    case ProfileSection::global: return "global";
    case ProfileSection::shared: return "shared";
    case ProfileSection::constant: return "constant";
    case ProfileSection::warps: return "warps";
    case ProfileSection::speed: return "speed";
    }
    return {};
}

/// `global,shared`. Nothing if a name is none.
inline std::optional<std::vector<ProfileSection>> profile_sections_from(std::string_view list)
{
    std::vector<ProfileSection> sections;
    for (bool more = true; more;) {
        const std::size_t comma = list.find(',');
        const auto found = std::ranges::find(kProfileSections, list.substr(0, comma), [](ProfileSection section) { return name(section); });
        if (found == std::end(kProfileSections)) return {};
        sections.push_back(*found);
        more = comma != std::string_view::npos;
        if (more) list.remove_prefix(comma + 1);
    }
    return sections;
}

}  // namespace halo
