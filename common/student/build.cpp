#include "student/build.hpp"

#include <cstdio>
#include <fstream>
#include <utility>

#include <unistd.h>

#include "student/compile_advice.hpp"
#include "student/compiler.hpp"
#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

constexpr int kFewSteps = 20;           // what a save takes, and the first build of another lab

/// Prints how far a long build is: one line that is rewritten on a terminal, else a line for each quarter.
class StepCounter {
public:
    void see(std::string_view piece)
    {
        for (const char c : piece) {
            if (c != '\n') line_ += c;
            else show(std::exchange(line_, {}));
        }
    }
    ~StepCounter()
    {
        if (shown_ && rewrites_) std::fputs("\r\033[K", stderr);
    }

private:
    void show(const std::string& line)
    {
        const std::optional<Step> step = ninja_step(line);
        if (!step || step->all < kFewSteps) return;
        const int quarter = 4 * step->done / step->all;
        if (rewrites_) std::fprintf(stderr, "\r\033[Kbuilding the workbook: %d of %d", step->done, step->all);
        else if (!shown_ || quarter > quarter_) std::fprintf(stderr, "building the workbook: %d of %d\n", step->done, step->all);
        quarter_ = quarter;
        shown_ = true;
    }

    std::string line_;
    int quarter_ = 0;
    bool shown_ = false, rewrites_ = isatty(STDERR_FILENO) != 0;
};

std::string line_of(const Message& message) { return text(message) + "\n"; }

Built not_built(const Place& place, const std::string& source, const std::string& log, const std::string& lines, const fs::path& log_file)
{
    Result result{.lab = place.lab, .function = place.file(), .verdict = std::string(name(Verdict::does_not_compile)),
                  .key = std::string(name(Key::does_not_compile)), .source = source};
    if (names_file(log, place.file())) {
        const std::string text = read_text((place.folder() / place.file()).string());
        const std::string own = with_advice(without_library_notes(lines), place.file(), text);
        result.about = about_first_error(own, place.file(), text);
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

/// Warnings about the student's file; those about others are not the student's business. ninja does not compile a file that is as it was:
/// then they are the same as last time.
std::string warnings(const Place& place, const std::string& source, const std::string& said)
{
    const fs::path kept = place.built() / place.lab / "warnings.txt";
    const std::string header = source + "\n";
    if (!said.empty()) std::ofstream(kept) << header << said;
    const std::string last = read_text(kept.string());
    if (!last.starts_with(header)) return {};
    return with_advice(last.substr(header.size()), place.file(), read_text((place.folder() / place.file()).string()));
}

}  // namespace

Built built(const Place& place, const std::string& kind)
{
    need_own_build(place);
    // Which a first verdict does not wait for: in a terminal, ten seconds of silence look like a fault.
    if (kind == "asked" && isatty(STDERR_FILENO) && !fs::exists(place.build / "common/harness/libharness_asked.a"))
        std::fputs("building what answers this, once\n", stderr);
    const fs::path log_file = place.built() / place.lab / "compile.log";
    std::error_code ignored;
    fs::create_directories(log_file.parent_path(), ignored);
    const std::string source = fingerprint(read_text((place.folder() / place.file()).string()));
    StepCounter counter;
    const Ended ninja = capture({{"ninja", "-C", place.build.string(), "labs/" + kind + "_" + place.stem()}, {"NINJA_STATUS=[%f/%t] "}}, true,
                                [&](std::string_view piece) { counter.see(piece); });
    std::ofstream(log_file) << ninja.out;

    const std::string lines = own_lines(ninja.out, {place.folder().string() + "/", fs::relative(place.folder(), place.build).string() + "/"});
    if (ninja.code != 0) return not_built(place, source, ninja.out, lines, log_file);
    return {.output = warnings(place, source, names_file(ninja.out, place.file()) ? without_library_notes(lines) : ""), .source = source};
}

}  // namespace halo::student
