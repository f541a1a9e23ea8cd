#include "student/commands.hpp"

#include "student/command.hpp"
#include "student/gpu.hpp"
#include "student/handout.hpp"
#include "student/hint.hpp"
#include "student/path.hpp"
#include "student/predict.hpp"
#include "student/process.hpp"
#include "student/repair.hpp"
#include "student/reset.hpp"
#include "student/show.hpp"
#include "student/solution.hpp"
#include "student/test.hpp"
#include "student/watch.hpp"

namespace halo::student {
namespace {

const std::vector<Verb> kVerbs = {
    {"test", "--order=ORDER", "", "build the lab and test it on the CPU engine"},
    {"watch", "", "", "the same each time the file is saved, on one screen"},
    {"hint", "--reset", "", "a hint on what the last test found; again for a clearer one"},
    {"why", "--at=ELEMENT", "", "the last test's message again, and how a wrong element came to its value"},
    {"show", "--function=NAME --block=BLOCK", "", "a page that steps through what one block does"},
    {"predict", "--again --answers=ANSWERS", "", "asks what the profile will count, before it shows it"},
    {"profile", "--order=ORDER --json", "", "the counters beside what passes and your predictions, and what each line does; with --json the predictions and their counts, to hand in"},
    {"gpu", "--order=ORDER", "", "the same tests on a real GPU, with nvcc, and how fast the functions are"},
    {"picture", "--gpu --png=FILE --filter=NAME --boundary=NAME", "", "the filters of lab 13 on a picture"},
    {"solution", "--force", "", "how the solution differs, once the lab has passed"},
    {"repair", "--case=N --why=TEXT --back --force", "", "a program with a fault to find and mend, once the lab has passed"},
    {"reset", "--function=NAME", "", "the lab's file as it was handed out; what you had is kept beside it"},
    {"progress", "", "", "where you stand, lab by lab"},
    {"next", "", "", "the first lab that has not passed"},
    {"progress-reset", "--force", "", "forget results, hint levels and predictions"},
    {"handout", "--repair", "FOLDER", "for a course: labs and engine without solutions and grader"},
};

int picture(const Place& place, const Arguments& arguments)
{
    const bool gpu = arguments.has("gpu");
    if (gpu) prepare_gpu(place);
    std::vector<std::string> words = {compiled(place, gpu ? "picture_gpu" : "picture").path, arguments.get("png"), arguments.get("filter"),
                                      arguments.get("boundary")};
    if (gpu) words.push_back("--clock");
    return run({words});
}

int gpu(const Place& place, const Arguments& arguments)
{
    prepare_gpu(place);
    const int code = test(place, "gpu", order(arguments));
    if (code == 0) show_speed(place);
    return code;
}

int run_verb(const Arguments& arguments)
{
    const std::string& verb = arguments.verb;
    const Place place = place_of(arguments);
    if (verb == "progress")       return progress(place);
    if (verb == "next") {
        const int code = next(place);
        offer_repair(place);
        return code;
    }
    if (verb == "progress-reset") return progress_reset(place, arguments.has("force"));
    if (verb == "handout")        return handout(place, arguments.words.empty() ? "" : arguments.words.front(), arguments.has("repair"));

    need_lab(place);
    if (verb == "test")     return test(place, "test", order(arguments));
    if (verb == "watch")    return watch(place);
    if (verb == "hint")     return arguments.has("reset") ? hint_reset(place) : hint(place);
    if (verb == "why")      return why(place, arguments.get("at"));
    if (verb == "show")     return show_block(place, arguments.get("function"), arguments.get("block"));
    if (verb == "predict")  return predict(place, arguments.get("answers"), arguments.has("again"));
    if (verb == "profile")  return profile(place, order(arguments), arguments.has("json"));
    if (verb == "gpu")      return gpu(place, arguments);
    if (verb == "picture")  return picture(place, arguments);
    if (verb == "repair")   return repair(place, arguments.get("case"), arguments.get("why"), arguments.has("back"), arguments.has("force"));
    if (verb == "reset")    return reset(place, arguments.get("function"));
    return solution(place, arguments.has("force"));
}

}  // namespace

int run_any_command(int argc, char** argv) { return run_command(argc, argv, kVerbs, run_verb); }

}  // namespace halo::student
