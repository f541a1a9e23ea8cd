#include "preprocessor.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "translate.hpp"

extern char** environ;

namespace halo::engine {
namespace {

/// Drops the options that write rules for make, which are for the compilation only.
std::vector<std::string> without_dependencies(const std::vector<std::string>& words)
{
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "-MF" || words[i] == "-MT" || words[i] == "-MQ") ++i;
        else if (!words[i].starts_with("-M")) out.push_back(words[i]);
    }
    return out;
}

/// Returns 0 if the program can't be started.
pid_t start(const std::vector<std::string>& words)
{
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    if (posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ) != 0) child = 0;
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

bool succeeds(pid_t child)
{
    if (child == 0) return false;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A run of the preprocessor for host or for device code.
class Pass {
public:
    Pass(const Preprocessor& preprocessor, const std::string& source, bool device)
        : preprocessor_(preprocessor), source_(source), device_(device), out_(source + (device ? ".device" : ".host"))
    {
    }
    ~Pass() { std::remove(out_.c_str()); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    /// `quick`: does not expand macros in the text. That takes a quarter of the time, but g++ then fails on apostrophes
    /// in code that is not compiled.
    void begin(bool quick)
    {
        std::vector<std::string> words = without_dependencies(preprocessor_.command);
        words.insert(words.end(), {"-w", "-E", "-x", "c++", source_, "-o", out_});
        if (quick) words.push_back("-fdirectives-only");
        if (device_) words.push_back(fmt::format("-D__CUDA_ARCH__={}", kArchitecture));
        else if (!preprocessor_.dependencies.empty()) words.insert(words.end(), {"-MD", "-MF", preprocessor_.dependencies, "-MQ", preprocessor_.target});
        if (preprocessor_.verbose) fmt::print(stderr, "{}\n", fmt::join(words, " "));
        child_ = start(words);
    }
    bool end() { return succeeds(child_); }

    std::string text() const
    {
        std::ifstream file(out_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    const Preprocessor& preprocessor_;
    const std::string& source_;
    bool device_;
    std::string out_;
    pid_t child_ = 0;
};

}  // namespace

std::vector<std::string> Preprocessor::run(const std::string& source, bool both_sides) const
{
    Pass host(*this, source, false), device(*this, source, true);
    for (const bool quick : {true, false}) {
        host.begin(quick);
        if (both_sides) device.begin(quick);
        const bool host_ends = host.end(), device_ends = !both_sides || device.end();
        if (!host_ends || !device_ends) continue;
        if (both_sides) return {host.text(), device.text()};
        return {host.text()};
    }
    return {};
}

}  // namespace halo::engine
