#include "process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace halo::cucc {
namespace {

volatile std::sig_atomic_t g_signal = 0;
volatile std::sig_atomic_t g_child = 0;

void note_signal(int signal)
{
    g_signal = signal;
    if (g_child > 0) kill(pid_t(g_child), signal);
}

}  // namespace

std::string text_of(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TemporaryFolder::TemporaryFolder()
{
    const char* base = std::getenv("TMPDIR");
    path_ = fmt::format("{}/cucc-XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp");
    if (mkdtemp(path_.data()) == nullptr)
        throw Fault(fmt::format("no temporary folder {}: {}", path_, std::strerror(errno)),
                    "set TMPDIR to a folder that you may write to");
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void catch_signals()
{
    struct sigaction action = {};
    action.sa_handler = note_signal;
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

bool interrupted() { return g_signal != 0; }

void finish_signal()
{
    if (g_signal == 0) return;
    std::signal(g_signal, SIG_DFL);
    std::raise(g_signal);
}

int run(const std::vector<std::string>& words, const Role& role, const std::string& messages)
{
    if (interrupted()) return 128 + g_signal;
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    if (!messages.empty()) {
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    }
    pid_t child = 0;
    const int error = posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0)
        throw Fault(fmt::format("{} {} can't be started: {}", role.what, words[0], std::strerror(error)), role.advice);
    g_child = child;
    if (g_signal != 0) kill(child, g_signal);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    g_child = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace halo::cucc
