#include "sandbox/tests/trial.hpp"

#include <cstring>

#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trial;

namespace {

Job hello()
{
    Job job;
    job.argv = {"/usr/bin/true"};
    return job;
}

/// Runs `body` in a process that may not change its user, and returns its result.
template <class Body>
std::string without_setuid(Body body)
{
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
        __user_cap_data_struct   data[2]{};
        syscall(SYS_capget, &header, data);
        data[0].effective &= ~(1u << CAP_SETUID);
        data[0].permitted &= ~(1u << CAP_SETUID);
        syscall(SYS_capset, &header, data);
        const std::string result = body();
        if (write(ends[1], result.data(), result.size()) < 0) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    std::string text(4096, '\0');
    text.resize(size_t(std::max<ssize_t>(read(ends[0], text.data(), text.size()), 0)));
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return text;
}

}  // namespace

TEST_CASE("without bubblewrap nothing is run, and the package is named")
{
    Confinement confinement         = g_confinement;
    confinement.bwrap          = "/nonexistent/bwrap";
    const Outcome outcome = run(hello(), confinement);
    CHECK(outcome.how == How::fault);
    CHECK_FALSE(outcome.started);
    CHECK(outcome.ended().empty());
    CHECK(outcome.text == "grader: student code runs only in a sandbox, and bubblewrap is not installed\n"
                          "  where: looked for /nonexistent/bwrap\n"
                          "  try:   apt install bubblewrap; for your own code only: --no-sandbox");
    CHECK(why_not(confinement) == outcome.text);
}

TEST_CASE("a bubblewrap that cannot set up is the grader's fault, reported with its message")
{
    StagingDir staging(g_confinement);
    Confinement     confinement = g_confinement;
    confinement.bwrap      = staging.write("bwrap", "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", true);
    const Outcome outcome = run(hello(), confinement);
    CHECK(outcome.how == How::fault);
    CHECK(outcome.text == "grader: the sandbox could not be set up\n"
                          "  where: bwrap: setting up uid map: Permission denied\n"
                          "  try:   grader doctor, which says how to fix it");
}

TEST_CASE("a program that does not exist is a fault of the grader, not a crash of the student's code")
{
    Job job  = hello();
    job.argv = {"/src/absent"};
    const Outcome outcome = run(job, g_confinement);
    CHECK(outcome.how == How::fault);
    CHECK(outcome.text == "grader: /src/absent cannot be started in the sandbox\n"
                          "  where: No such file or directory\n"
                          "  try:   check that it is bound, and executable for everybody");
}

TEST_CASE("root never starts a job as root")
{
    if (geteuid() != 0) {
        MESSAGE("not run: this needs root");
        return;
    }
    Confinement confinement = g_confinement;
    confinement.user   = User{0, 0, "root"};
    const std::string refused = run(hello(), confinement).text;
    CHECK(refused == "grader: student code never runs as root, and there is no ordinary user to become\n"
                     "  where: called as root; SUDO_UID is not set, and there is no user `nobody`\n"
                     "  try:   run the grader as an ordinary user");
    CHECK_FALSE(user_by_name("root").has_value());

    CHECK(without_setuid([] { return run(hello(), g_confinement).text; }) ==
          "grader: cannot become the ordinary user nobody, and student code never runs as root\n"
          "  where: setresuid: Operation not permitted\n"
          "  try:   run the grader as an ordinary user");
}

TEST_CASE("the user who called sudo is the one to switch to, unless it is root")
{
    if (geteuid() != 0) {
        MESSAGE("not run: this needs root");
        return;
    }
    const auto with = [](const char* uid, const char* gid) {
        setenv("SUDO_UID", uid, 1);
        setenv("SUDO_GID", gid, 1);
        const auto user = ordinary_user();
        unsetenv("SUDO_UID");
        unsetenv("SUDO_GID");
        return user ? user->uid : 0;
    };
    CHECK(with("1234", "1234") == 1234);
    for (const char* wrong : {"0", "", "-1", "12x", "4294967295", "99999999999"}) {
        CAPTURE(wrong);
        CHECK(with(wrong, "1234") == 65534);
        CHECK(with("1234", wrong) == 65534);
    }
}
