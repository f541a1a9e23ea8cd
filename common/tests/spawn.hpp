#pragma once
// Running a program from a test, without a shell.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace halo::test {

inline std::string read(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs words[0] with `variables` (NAME=value) added to the environment, or replaced there; stdout and stderr go to the file `log`.
/// Returns its exit code; 128 + signal if one ended it.
inline int start(const std::vector<std::string>& words, const std::vector<std::string>& variables, const std::string& log)
{
    std::vector<char*> argv, env;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& variable : variables) env.push_back(const_cast<char*>(variable.c_str()));
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view name = std::string_view(*one).substr(0, std::string_view(*one).find('=') + 1);
        if (std::ranges::none_of(variables, [&](const std::string& variable) { return variable.starts_with(name); })) env.push_back(*one);
    }
    argv.push_back(nullptr);
    env.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_t attributes;       // under nohup, SIGHUP is ignored, and a program that is to die of it would not end
    posix_spawnattr_init(&attributes);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, &attributes, argv.data(), env.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return 127;
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace halo::test
