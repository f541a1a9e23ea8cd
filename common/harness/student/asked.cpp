#include "harness/student/asked.hpp"

#include <cstdio>
#include <string>
#include <string_view>

#include "harness/student/profile.hpp"
#include "harness/student/show.hpp"
#include "harness/student/why.hpp"

namespace halo::lab {

int answer(const char* const* words, int count)
{
    constexpr std::string_view show_option = "--show=", function_option = "--function=", block_option = "--block=", call_option = "--call=";
    constexpr std::string_view why_option = "--why";
    std::string at;
    ShowRequest show;
    bool profile = false, bounds = false, why = false, json = false;
    for (int i = 0; i < count; ++i) {
        const std::string_view word = words[i];
        profile |= word == "--profile";
        json |= word == "--json";
        bounds |= word == "--bounds";
        why |= word.starts_with(why_option);
        if (word.starts_with("--why=")) at = word.substr(why_option.size() + 1);
        if (word.starts_with(show_option)) show.file = word.substr(show_option.size());
        if (word.starts_with(function_option)) show.function = word.substr(function_option.size());
        if (word.starts_with(block_option)) show.block = word.substr(block_option.size());
        if (word.starts_with(call_option)) show.call = word.substr(call_option.size());
    }
    if (!show.file.empty()) return write_scene(show);
    if (why) return print_why(at);
    if (profile) return json ? print_predictions() : print_profile();
    if (bounds) return print_bounds();
    std::fprintf(stderr, "%s asks for nothing that this program knows\n  where: its command line\n  try:   --profile, --bounds, --why or --show=FILE\n", words[0]);
    return 2;
}

}  // namespace halo::lab
