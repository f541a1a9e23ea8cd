#include "student/editor.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "student/text.hpp"

namespace halo::student {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

namespace {

/// Definitions begin at the margin, with a type or a word such as `__global__`; calls are indented.
bool defines(std::string_view line, const std::string& name)
{
    if (line.empty() || !in_name(line.front()) || line.ends_with(';')) return false;
    const std::size_t at = line.find(name + "(");
    return at != std::string_view::npos && at > 0 && !in_name(line[at - 1]);
}

}  // namespace

int line_of_definition(std::string_view source, std::string_view function)
{
    const std::string name(function);
    int number = 0;
    for (const std::string_view line : lines_of(source)) {
        ++number;
        if (defines(line, name + "_kernel") || defines(line, name)) return number;
    }
    return 0;
}

std::string place_for_editor(const Result& result, const std::string& file, std::string_view source)
{
    if (result.message.empty() || result.message.starts_with(file)) return {};
    const std::string about = result.function + ": ";
    std::string headline(lines_of(result.message).front());
    if (headline.starts_with(about)) headline.erase(0, about.size());
    const int line = line_of_definition(source, result.function);
    return line == 0 ? "" : file + ":" + std::to_string(line) + ": in " + about + headline;
}

void show_place(const Place& place, const Result& result)
{
    if (std::getenv("HALO_PLACES") == nullptr) return;
    const std::string line = place_for_editor(result, place.file(), read_text((place.folder() / place.file()).string()));
    if (!line.empty()) std::printf("\n%s\n", line.c_str());
}

}  // namespace halo::student
