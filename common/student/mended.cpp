#include "student/mended.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/kept_file.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

/// `12,14` are 3 lines and `12` is one.
int lines_in(std::string_view range)
{
    const std::size_t comma = range.find(',');
    if (comma == std::string_view::npos) return 1;
    return std::atoi(std::string(range.substr(comma + 1)).c_str()) - std::atoi(std::string(range.substr(0, comma)).c_str()) + 1;
}

/// Of a line such as `12,14c12`, before the lines that differ; 0 for those.
int lines_of_piece(std::string_view line)
{
    const std::size_t verb = line.find_first_of("acd");
    if (line.empty() || std::isdigit(static_cast<unsigned char>(line.front())) == 0 || verb == std::string_view::npos) return 0;
    const int before = line[verb] == 'a' ? 0 : lines_in(line.substr(0, verb)), after = line[verb] == 'd' ? 0 : lines_in(line.substr(verb + 1));
    return std::max(before, after);
}

std::string counted(int lines) { return fmt::format("{} line{}", lines, lines == 1 ? "" : "s"); }

}  // namespace

Repair repair_in(const Place& place)
{
    const Repair repair = read_state(place.kept()).of(place.lab).repair;
    return repair.number > 0 && fs::exists(place.folder() / repair.own) ? repair : Repair{};
}

fs::path laid_out(const Place& place) { return place.kept() / (place.lab + ".case.cu"); }

int lines_changed(const fs::path& from, const fs::path& to)
{
    const Ended diff = capture({{"diff", "-w", "-B", from.string(), to.string()}});
    if (diff.code > 1) throw Fault({"the two programs could not be compared", diff.out, "is `diff` installed?"});
    int lines = 0;
    for (const std::string_view line : lines_of(diff.out)) lines += lines_of_piece(line);
    return lines;
}

std::string put_own_back(const Place& place, const Repair& repair)
{
    const fs::path own = place.folder() / repair.own, file = place.folder() / place.file();
    std::error_code error;
    std::string kept;
    if (!fs::exists(file) || fs::equivalent(own, file, error)) fs::rename(own, file, error);     // of two names for one file both stay
    if (fs::exists(own) && fs::equivalent(own, file, error)) fs::remove(own, error);
    else if (fs::exists(own)) {
        kept = keep_beside(file).filename().string();
        fs::rename(own, file, error);
    }
    if (error) throw Refusal({"your own file could not be put back", fmt::format("{}: {}", repair.own, error.message()), fmt::format("mv {} {}", repair.own, place.file())});
    StateEdit edit(place.kept());
    edit.state.labs[place.lab].repair = {};
    edit.save();
    return kept;
}

void end_repair(const Place& place, const Repair& repair)
{
    const int changed = lines_changed(laid_out(place), place.folder() / place.file());
    {
        StateEdit edit(place.kept());
        edit.state.labs[place.lab].mended.insert(repair.number);
        edit.save();
    }
    const std::string kept = put_own_back(place, repair);
    fmt::print("\nCase {} is mended. You changed {}; the smallest mend changes {}.\n", repair.number, counted(changed), counted(repair.smallest));
    if (repair.why != "?") fmt::print("  you said  {}\n", repair.why);
    fmt::print("  it was    {}\nYour own {} is back; the mended one is kept in {}. Another case: make repair\n", repair.was, place.file(), kept);
}

}  // namespace halo::student
