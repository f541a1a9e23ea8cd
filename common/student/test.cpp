#include "student/test.hpp"

#include <cstdio>
#include <ctime>
#include <optional>

#include <unistd.h>

#include "student/build.hpp"
#include "student/editor.hpp"
#include "student/fault.hpp"
#include "student/mended.hpp"
#include "student/predictions.hpp"
#include "student/state.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

std::string today()
{
    const std::time_t now = std::time(nullptr);
    char text[16] = "";
    std::strftime(text, sizeof text, "%F", std::localtime(&now));
    return text;
}

/// The file that a test program writes for this process only; removed at the end.
struct ResultFile {
    fs::path path;
    explicit ResultFile(const Place& place) : path(place.built() / place.lab / ("result." + std::to_string(getpid()) + ".json"))
    {
        std::error_code ignored;
        fs::create_directories(path.parent_path(), ignored);
        fs::remove(path, ignored);
    }
    ~ResultFile()
    {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
    std::string variable() const { return "HALO_RESULT=" + path.string(); }
};

/// A program that was stopped, or only printed its help, leaves no result: the previous one stays.
std::optional<Result> keep_result(const Place& place, const ResultFile& file, const Program& program, bool counts)
{
    if (!fs::exists(file.path)) return std::nullopt;
    try {
        Result result = result_from_json(read_text(file.path.string()));
        result.source = program.source;
        keep(place, result, counts);
        return result;
    } catch (const Unusable& why) {
        const Message message = {"the result of this run cannot be read, and is not saved", why.why, "make -C ../.. doctor"};
        std::fprintf(stderr, "%s\n", text(message).c_str());
        return std::nullopt;
    }
}

}  // namespace

void keep(const Place& place, const Result& result, bool counts)
{
    try {
        StateEdit edit(place.kept());
        LabState& lab = edit.state.labs[place.lab];
        lab.last = result;
        for (const std::string& function : result.passed_functions) lab.hints.forget(function);
        if (!result.is(Verdict::does_not_compile)) lab.hints.forget(place.file());
        if (counts && result.passed()) lab.passed_on = today();
        edit.save();
    } catch (const Fault& fault) {
        std::fprintf(stderr, "%s\n", fault.what());
    }
}

std::string program_path(const Place& place, const std::string& kind) { return (place.built() / (kind + "_" + place.stem())).string(); }

Program compiled(const Place& place, const std::string& kind)
{
    const Built build = built(place, kind);
    std::fputs(build.output.c_str(), stderr);
    if (build.result) keep(place, *build.result, false);
    if (build.code != 0) throw Done{build.code};
    return {program_path(place, kind), build.source};
}

int test(const Place& place, const std::string& kind, const std::vector<std::string>& arguments)
{
    const Repair repair = repair_in(place);
    if (repair.number > 0 && repair.why.empty())
        throw Refusal({"first say in one line what is wrong with it", repair.symptom, "make repair WHY=\"…\"; ? if you can't tell; make repair BACK=1 gives up"});
    const Program program = compiled(place, kind);
    std::vector<std::string> words = {program.path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    share_predictions(place);
    const ResultFile file(place);
    const int code = run({words, {file.variable()}});
    if (const auto result = keep_result(place, file, program, kind == "test" && repair.number == 0)) show_place(place, *result);
    if (code == 0 && kind == "test" && repair.number > 0) end_repair(place, repair);
    return code;
}

Ended tested(const Place& place, const Program& program)
{
    share_predictions(place);
    const ResultFile file(place);
    Ended ended = capture({{program.path}, {file.variable()}});
    keep_result(place, file, program, repair_in(place).number == 0);
    return ended;
}

int explained(const Place& place, const std::string& at)
{
    const int code = run({{compiled(place, "asked").path, at.empty() ? "--why" : "--why=" + at}});
    return code == 1 ? 0 : code;        // 1: there is a wrong element, as expected
}

}  // namespace halo::student
