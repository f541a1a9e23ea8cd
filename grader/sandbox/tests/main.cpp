// Runs the tests that start jobs. `--as-user`: when root, switches to the ordinary user first, in a separate process.
// Exit code 77, which Meson calls skipped, if no sandbox can work here: a test that could not run must not look like a pass.

#define DOCTEST_CONFIG_IMPLEMENT
#include "sandbox/tests/trial.hpp"

#include <cstdio>
#include <cstring>
#include <exception>

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kSkipped = 77;

int not_run(const std::string& why)
{
    std::printf("not run: %s\n", why.c_str());
    return kSkipped;
}

int run_tests(int argc, char** argv)
{
    if (const std::string why = trial::why_not(trial::g_confinement); !why.empty()) return not_run(why);
    std::printf("as uid %u; memory: %s\n", getuid(), trial::memory_limiter().describe().c_str());
    std::fflush(stdout);
    return doctest::Context(argc, argv).run();
}

/// The ordinary user may be unable to enter the build folder, so the programs are copied to one that it can.
int run_tests_as_user(int argc, char** argv)
{
    if (geteuid() != 0) return not_run("only root can become an ordinary user; the other run is one already");
    const auto user = trial::ordinary_user();
    if (!user) return not_run("there is no ordinary user to become");
    trial::StagingDir       staging(trial::g_confinement);
    for (const std::string& name : trial::attacks()) {
        staging.add(trial::g_programs / name, name);
        staging.add(trial::g_sources / (name + ".cpp"), name + ".cpp");
    }
    staging.add(trial::g_programs / "echo", "echo");
    trial::g_programs = trial::g_sources = staging.path();
    trial::g_confinement.stub                 = staging.add(trial::g_confinement.stub, "halo-stub");
    const pid_t child                    = fork();
    if (child == 0) {
        if (setgroups(0, nullptr) != 0 || setresgid(user->gid, user->gid, user->gid) != 0 ||
            setresuid(user->uid, user->uid, user->uid) != 0)
            _exit(not_run("cannot become the user " + user->name));
        const int result = run_tests(argc, argv);
        std::fflush(stdout);
        _exit(result);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int main(int argc, char** argv)
try {
    trial::g_programs    = HALO_TEST_PROGRAMS;
    trial::g_sources     = HALO_ATTACK_SOURCES;
    trial::g_confinement.stub = HALO_STUB;
    const bool as_user   = argc > 1 && std::strcmp(argv[1], "--as-user") == 0;
    return as_user ? run_tests_as_user(argc - 1, argv + 1) : run_tests(argc, argv);
} catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
}
