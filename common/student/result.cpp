#include "student/result.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/core.h>

namespace halo::student {

bool About::same_as(const About& other) const
{
    return what == other.what && (line == other.line || (!source.empty() && source == other.source));
}

std::string fingerprint(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;            // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return fmt::format("{:016x}", hash);
}

int Levels::advance(const Result& result)
{
    Key& key = keys[result.hint_key()];
    auto found = std::find_if(key.mistakes.begin(), key.mistakes.end(),
                              [&](const Mistake& one) { return one.about.same_as(result.about); });
    if (found == key.mistakes.end()) found = key.mistakes.insert(found, {{}, 0});
    found->about = result.about;        // where it is now
    if (found->level < kLevels) ++found->level;
    key.highest = std::max(key.highest, found->level);
    return found->level;
}

int Levels::of(const Result& result) const
{
    const auto key = keys.find(result.hint_key());
    if (key == keys.end()) return 0;
    for (const Mistake& one : key->second.mistakes)
        if (one.about.same_as(result.about)) return one.level;
    return 0;
}

int Levels::highest() const
{
    int level = 0;
    for (const auto& [name, key] : keys) level = std::max(level, key.highest);
    return level;
}

void Levels::forget(const std::string& function)
{
    for (auto& [name, key] : keys)
        if (name.starts_with(function + ".")) key.mistakes.clear();
}

void Levels::start_over()
{
    for (auto& [name, key] : keys) key.mistakes.clear();
}

}  // namespace halo::student
