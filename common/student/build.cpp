#include "student/build.hpp"

#include <cstdio>
#include <fstream>

#include "student/compiler.hpp"
#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

std::string line_of(const Message& message) { return text(message) + "\n"; }

Built not_built(const Place& place, const std::string& source, const std::string& log, const std::string& lines, const fs::path& log_file)
{
    Result result{.lab = place.lab, .function = place.file(), .verdict = std::string(name(Verdict::does_not_compile)),
                  .key = std::string(name(Key::does_not_compile)), .source = source};
    if (names_file(log, place.file())) {
        const std::string own = without_library_notes(lines);
        result.about = about_first_error(own, place.file(), read_text((place.folder() / place.file()).string()));
        result.message = trimmed(first_error(own));
        return {kStudentsFault, own, result};
    }
    if (const auto missing = undefined_reference(log)) {
        result.message = text(Message{place.file() + ": a function is declared but not defined", "the linker: " + *missing,
                                      "compare name and parameters with " + place.stem() + ".hpp: they must be the same"});
        return {kStudentsFault, result.message + "\n", result};
    }
    return {kWorkbooksFault, lines + line_of({"the workbook did not build; your " + place.file() + " is not the reason",
                                              log_file.string(), "make -C ../.. doctor"})};
}

}  // namespace

void announce_first_build(const Place& place, const std::string& kind)
{
    const std::string programs = kind.ends_with("gpu") ? "gpu_" : "test_";
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(place.built(), none))
        if (entry.path().filename().string().starts_with(programs) && entry.is_regular_file()) return;
    std::fputs("building the workbook: this once it takes minutes, later seconds\n", stderr);
}

Built built(const Place& place, const std::string& kind)
{
    const fs::path log_file = place.built() / place.lab / "compile.log";
    std::error_code ignored;
    fs::create_directories(log_file.parent_path(), ignored);
    const std::string source = fingerprint(read_text((place.folder() / place.file()).string()));
    const Ended ninja = capture({{"ninja", "-C", place.build.string(), "--quiet", "labs/" + kind + "_" + place.stem()}});
    std::ofstream(log_file) << ninja.out;

    const std::string lines = own_lines(ninja.out, {place.folder().string() + "/", "../labs/" + place.lab + "/"});
    if (ninja.code != 0) return not_built(place, source, ninja.out, lines, log_file);
    // Warnings; those about other files are not the student's business.
    return {.output = names_file(ninja.out, place.file()) ? without_library_notes(lines) : "", .source = source};
}

}  // namespace halo::student
