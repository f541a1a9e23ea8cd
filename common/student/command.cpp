#include "student/command.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include <unistd.h>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/test.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

/// The build folder that this program is in: BUILD/common/student/halo, or halo-test beside it.
fs::path own_build_folder()
{
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path();
}

/// make receives Ctrl-C too, and ends. If this program ended first or failed, make would report an error of its target.
int interrupted()
{
    if (isatty(STDOUT_FILENO) != 0) std::puts("");
    std::fflush(stdout);
    if (std::getenv("MAKELEVEL") == nullptr) return 130;
    pause_ms(300);
    return 0;
}

}  // namespace

Place place_of(const Arguments& arguments)
{
    return find_place(fs::current_path(), arguments.has("build") ? fs::absolute(arguments.get("build")).lexically_normal() : own_build_folder());
}

std::vector<std::string> order(const Arguments& arguments)
{
    const std::string order = arguments.get("order");
    return order.empty() ? std::vector<std::string>{} : std::vector<std::string>{"--order=" + order};
}

int run_command(int argc, char** argv, const std::vector<Verb>& verbs, int (*run_verb)(const Arguments&))
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    catch_interrupts();
    try {
        if (!words.empty() && (words.front() == "--help" || words.front() == "help")) {
            std::fputs(usage(verbs).c_str(), stdout);
            return 0;
        }
        return run_verb(parsed(words, verbs));
    } catch (const Done& done) {
        return done.code;
    } catch (const Interrupted&) {
        return interrupted();
    } catch (const Stop& stop) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s\n", stop.what());
        return stop.exit_code;
    } catch (const std::exception& error) {
        const std::string verb = words.empty() ? "halo" : "halo " + words.front();
        const Message message = {"the workbook failed: " + std::string(error.what()), verb, "make -C ../.. doctor"};
        std::fprintf(stderr, "%s\n", text(message).c_str());
        return kWorkbooksFault;
    }
}

}  // namespace halo::student
