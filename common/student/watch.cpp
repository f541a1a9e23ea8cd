#include "student/watch.hpp"

#include <array>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "student/build.hpp"
#include "student/compile_advice.hpp"
#include "student/compiler.hpp"
#include "student/fault.hpp"
#include "student/hint.hpp"
#include "student/keys.hpp"
#include "student/pages.hpp"
#include "student/path.hpp"
#include "student/predictions.hpp"
#include "student/process.hpp"
#include "student/saves.hpp"
#include "student/screen.hpp"
#include "student/test.hpp"
#include "student/watch_screen.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kClear = "\033[H\033[2J";

std::string clock_time()
{
    const std::time_t now = std::time(nullptr);
    char text[16] = "";
    std::strftime(text, sizeof text, "%T", std::localtime(&now));
    return text;
}

Report watched_once(const Place& place)
{
    const Built build = built(place, "test");
    if (build.result) keep(place, *build.result, false);
    if (build.code == 1) return report_of_errors(build.output);
    if (build.code != 0) return {build.output, ""};
    const Ended run = tested(place, {program_path(place, "test"), build.source});
    return report_of_tests(run.out, first_warning(build.output, place.file(), read_text((place.folder() / place.file()).string())));
}

void print(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

/// Without keys: each screen follows the last.
[[noreturn]] void watch_saves(const Place& place)
{
    for (Saves saves((place.folder() / place.file()).string());;) {
        check_interrupt();
        if (!saves.saved()) {
            pollfd folder{saves.descriptor(), POLLIN, 0};
            poll(&folder, 1, Saves::kPollMs);
            continue;
        }
        const bool clears = screen().clears;
        if (clears) std::puts("building and testing ..."), std::fflush(stdout);
        const Report report = watched_once(place);
        check_interrupt();
        if (clears) print(kClear);
        show(fmt::format("{}, {}\n\n{}", place.file(), clock_time(), report.body),
             fmt::format("{}Save {} to run again; Ctrl-C ends.\n", report.foot, place.file()));
    }
}

/// With keys: one lab after the other, until one of them ends it.
class Session {
public:
    explicit Session(const Place& place) : place_(place), labs_(all_labs(place)), first_lab_(place.lab) {}

    int run()
    {
        enter(place_.lab);
        try {
            while (!ended_) turn();
        } catch (const Stop&) {
            print("\n");        // what it says begins a line
            throw;
        }
        print("\n");
        if (place_.lab != first_lab_) fmt::print("You went on to lab {0}: cd ../{0}\n", place_.lab);
        return 0;
    }

private:
    void enter(const std::string& lab)
    {
        place_.lab = lab;
        fs::current_path(place_.folder());
        saves_.emplace((place_.folder() / place_.file()).string());
        shown_.lab = lab;
        shown_.file = place_.file();
    }

    void turn()
    {
        check_interrupt();
        if (saves_->saved()) test();
        else if (keys_.must_redraw()) draw();
        else wait();
    }

    void wait()
    {
        std::array<pollfd, 2> sources = {{{STDIN_FILENO, POLLIN, 0}, {saves_->descriptor(), POLLIN, 0}}};
        poll(sources.data(), sources.size(), Saves::kPollMs);
        for (const char key : keys_.pressed())
            if (!ended_) press(key);
    }

    void test()
    {
        if (!shown_.time.empty()) print("\r\n");
        print("building and testing ...");
        shown_.report = watched_once(place_);
        check_interrupt();
        shown_.time = clock_time();
        shown_.questions = asks();
        shown_.note.clear();
        draw();
    }

    void draw()
    {
        if (shown_.time.empty()) return;        // the first test still runs
        print(std::string(kClear) + watch_screen(shown_, read_state(place_.kept()), labs_, screen()));
    }

    void press(char key)
    {
        while (key != '\0' && !ended_) key = answer(key);
    }

    /// What was pressed meanwhile on a page of its own, if it is one of the keys; else '\0'.
    char answer(char key)
    {
        if (key == 'q' || key == kCtrlD) ended_ = true;
        const State state = read_state(place_.kept());
        const LabState& lab = state.of(place_.lab);
        if (keys_for(lab, asks()).find(key) == std::string::npos) {
            if (key == 'n') stay(lab);
            return '\0';
        }
        if (key == 'h') return on_own_page(run_verb("hint"));
        if (key == 'w') return on_own_page(said_by("why"));
        if (key == 'n') go_on(state);
        if (key == 's') return on_own_page(run_verb("show"));
        if (key != 'p') return '\0';
        if (asks()) run_verb("predict");
        return on_own_page(runs(lab) ? said_by("profile") : "");
    }

    bool asks() const { return !asked_about(place_).open_ones().empty(); }

    void stay(const LabState& lab)
    {
        shown_.note = fmt::format("n waits until this lab passes: {}.", standing(lab));
        draw();
    }

    void go_on(const State& state)
    {
        const std::string lab = lab_after(state, labs_, place_.lab);
        if (lab.empty()) {
            shown_.note = "That was the last one: every lab has passed.";
            return draw();
        }
        print(std::string(kClear) + fmt::format("{}: labs/{}/README.md is its page.\n", lab, lab));
        enter(lab);
    }

    /// A command that is short, shows how far it is, or asks, in the terminal as it was. Its output stays on the screen: there is none to be shown.
    std::string run_verb(std::string_view verb)
    {
        print(kClear);
        keys_.release();
        student::run(self(verb));
        keys_.grab();
        keys_.pressed();                // what was typed meanwhile was for that command
        return {};
    }

    /// What a command prints.
    std::string said_by(std::string_view verb)
    {
        print(std::string(kClear) + "...");
        std::string out = capture(self(verb)).out;
        print(kClear);
        return out;
    }

    Command self(std::string_view verb) const
    {
        return {{"/proc/self/exe", std::string(verb), "--build=" + place_.build.string()}, {std::string(kInWatch) + "=1", fmt::format("COLUMNS={}", screen().columns)}};
    }

    /// Page by page, below what is on the screen. Returns the key that left it, if it is one of the keys.
    char on_own_page(const std::string& text)
    {
        constexpr int kReserved = 5;        // a blank line, three below it, and the cursor's
        const std::string works = keys_for(read_state(place_.kept()).of(place_.lab), asks());
        const std::vector<std::string> pages = pages_of(text, screen(), kReserved);
        for (std::size_t i = 0; i < pages.size(); ++i) {
            const std::string count = pages.size() == 1 ? "" : fmt::format("\n{} of {}{}", i + 1, pages.size(), i + 1 < pages.size() ? ": space goes on." : ".");
            print((i > 0 ? std::string(kClear) : "") + pages[i] + count +
                  fmt::format("\n{} work here too.\nAny other key, or a save, goes back.", fmt::join(works, " ")));
            const char key = key_or_save();
            if (key != '\0' && (works + kCtrlD).find(key) != std::string::npos) return key;
            if (key != ' ') break;
        }
        shown_.questions = asks();
        draw();
        return '\0';
    }

    /// '\0': a save, or a key that has no character.
    char key_or_save()
    {
        while (!saves_->changed()) {
            check_interrupt();
            std::array<pollfd, 2> sources = {{{STDIN_FILENO, POLLIN, 0}, {saves_->descriptor(), POLLIN, 0}}};
            poll(sources.data(), sources.size(), Saves::kPollMs);
            const std::string keys = keys_.pressed();
            if (!keys.empty()) return keys.front();
            if ((sources[0].revents & (POLLIN | POLLHUP)) != 0) break;
        }
        return '\0';
    }

    Place place_;
    std::vector<std::string> labs_;
    std::string first_lab_;
    Keys keys_;
    std::optional<Saves> saves_;
    Watched shown_;
    bool ended_ = false;
};

}  // namespace

int watch(const Place& place)
{
    if (!interactive()) watch_saves(place);
    return Session(place).run();
}

}  // namespace halo::student
