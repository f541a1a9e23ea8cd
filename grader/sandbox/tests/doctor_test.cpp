#include "doctor/doctor.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

using namespace halo::grader;

namespace {

constexpr const char* kAppArmor = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
constexpr const char* kMost     = "/proc/sys/user/max_user_namespaces";
constexpr const char* kDebian   = "/proc/sys/kernel/unprivileged_userns_clone";

constexpr const char* kUidMap   = "bwrap: setting up uid map: Permission denied";
constexpr const char* kNetwork  = "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted";
constexpr const char* kNoPermission =
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces. "
    "On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'.";
constexpr const char* kNoSpace =
    "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)";
constexpr const char* kProc    = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted";

/// A machine where everything works; a test breaks one thing.
struct Machine final : doctor::System {
    std::map<std::string, std::string> files = {
        {kMost, "96551\n"},
        {"/proc/sys/kernel/seccomp/actions_avail", "kill_process kill_thread trap errno trace log allow\n"},
        {"/proc/self/mountinfo", "25 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"},
        {"/proc/1/cgroup", "0::/init.scope\n"},
    };
    std::map<std::string, doctor::CommandResult> commands = {
        {"g++", {0, "12.2.0\n"}},
        {"/usr/bin/bwrap", {0, "bubblewrap 0.8.0\n"}},
    };
    std::string                  trial;
    std::optional<sandbox::User> user = sandbox::User{1000, 1000, "ada"};
    sandbox::MemoryLimiter       limiter{sandbox::MemoryLimiter::cgroup_v2, "/sys/fs/cgroup/user.slice", "", "/sys/fs/cgroup/user.slice", ""};

    std::optional<std::string> read(const std::string& path) const override
    {
        const auto found = files.find(path);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    }
    doctor::CommandResult command(const std::vector<std::string>& argv) const override
    {
        const auto found = commands.find(argv.at(0));
        return found == commands.end() ? doctor::CommandResult{} : found->second;
    }
    bool                         is_root() const override { return false; }
    std::string                  sandbox_trial() const override { return trial; }
    std::optional<sandbox::User> ordinary_user() const override { return user; }
    sandbox::MemoryLimiter       memory_limiter() const override { return limiter; }
};

doctor::Check find(const doctor::System& machine, const std::string& name)
{
    for (const doctor::Check& check : doctor::diagnose(machine))
        if (check.name == name) return check;
    FAIL("no check named " << name);
    return {};
}

std::string headline(const Machine& machine, const char* printed)
{
    const std::string message = doctor::explain_sandbox_failure(machine, printed).message;
    return message.substr(0, message.find('\n'));
}

int lines(const std::string& text) { return 1 + int(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

TEST_CASE("a machine in order can grade")
{
    const Machine machine;
    for (const doctor::Check& check : doctor::diagnose(machine)) {
        CAPTURE(check.message);
        CHECK(check.status == doctor::Check::ok);
        CHECK(lines(check.message) == 1);
    }
    std::ostringstream out;
    CHECK(doctor::print_doctor(out, machine) == 0);
    CHECK(out.str() == "ok    compiler    g++ 12.2.0\n"
                       "ok    user        submissions run as ada (uid 1000)\n"
                       "ok    bubblewrap  bubblewrap 0.8.0\n"
                       "ok    seccomp     the kernel filters system calls\n"
                       "ok    sandbox     a trial program ran in it\n"
                       "ok    memory      cgroup v2 below /sys/fs/cgroup/user.slice\n"
                       "ok    processor   cgroup v2 below /sys/fs/cgroup/user.slice: jobs share it equally\n"
                       "ok    card        none, and only `grader run --gpu` needs one\n"
                       "ok    cluster     none, and only `grader run --executor slurm` needs one\n"
                       "ok    similarity  no tester, and only `grader similar` needs one (tools/setup similar)\n"
                       "This machine can grade.\n");
}

TEST_CASE("of problems only, a machine in order prints nothing; a warning and a failure are printed with their repairs")
{
    const auto printed = [](const Machine& machine, int exit) {
        std::ostringstream out;
        CHECK(doctor::print_doctor(out, machine, doctor::Show::problems) == exit);
        return out.str();
    };
    Machine machine;
    CHECK(printed(machine, 0).empty());

    machine.commands["sinfo"] = {1, "slurm_load_partitions: Unable to contact slurm controller (connect failure)\n"};
    machine.commands["sbatch"] = {0, "slurm-wlm 22.05.8\n"};
    const std::string warning = printed(machine, 0);
    CHECK(warning.starts_with("warn  cluster     "));
    CHECK(lines(warning) == 4);          // three lines of a message, and what follows the last line feed

    machine.commands["g++"] = {0, "11.4.0\n"};
    const std::string both = printed(machine, 2);
    CHECK(both.starts_with("FAIL  compiler    "));
    CHECK(both.ends_with(warning));
    CHECK(both.find("ok    ") == std::string::npos);
    CHECK(both.find("This machine") == std::string::npos);
}

TEST_CASE("Ubuntu 24.04's AppArmor rule is recognised by bubblewrap's message and by the switch, and the profile is printed")
{
    for (const char* printed : {kUidMap, kNetwork}) {
        Machine machine;
        machine.files[kAppArmor] = "1\n";
        machine.trial            = std::string("grader: the sandbox could not be set up\n  where: ") + printed + "\n  try:   grader doctor";
        const doctor::Check check        = find(machine, "sandbox");
        CHECK(check.status == doctor::Check::fail);
        CHECK(check.message ==
              std::string("AppArmor denies user namespaces to ordinary programs (as in Ubuntu 24.04), so bubblewrap cannot work\n"
                          "  where: ") + printed + "; kernel.apparmor_restrict_unprivileged_userns = 1\n"
                          "  try:   as root, allow it for bubblewrap alone (or for everything: sysctl "
                          "kernel.apparmor_restrict_unprivileged_userns=0):");
        CHECK(check.repair == "cat > /etc/apparmor.d/bwrap <<'END'\n"
                              "abi <abi/4.0>,\n"
                              "include <tunables/global>\n"
                              "profile bwrap /usr/bin/bwrap flags=(unconfined) {\n"
                              "  userns,\n"
                              "  include if exists <local/bwrap>\n"
                              "}\n"
                              "END\n"
                              "apparmor_parser -r /etc/apparmor.d/bwrap");
    }
}

TEST_CASE("AppArmor is not blamed when its switch is 0 or missing, when the message is a different one, or when the trial ran")
{
    Machine machine;
    CHECK(headline(machine, kUidMap) == "bubblewrap cannot set up a sandbox on this machine");
    machine.files[kAppArmor] = "0\n";
    CHECK(headline(machine, kUidMap) == "bubblewrap cannot set up a sandbox on this machine");
    machine.files[kAppArmor] = "1\n";
    CHECK(headline(machine, "bwrap: Can't find source path /src: No such file or directory") ==
          "bubblewrap cannot set up a sandbox on this machine");
    CHECK(find(machine, "sandbox").status == doctor::Check::ok);         // a profile allows it
}

TEST_CASE("switched-off user namespaces are recognised, and the sysctl is printed")
{
    Machine none;
    none.files[kMost] = "0\n";
    for (const char* printed : {kNoSpace, kNoPermission}) {
        const doctor::Check check = doctor::explain_sandbox_failure(none, printed);
        CHECK(check.message == std::string("user namespaces are switched off, so bubblewrap cannot work\n  where: ") + printed +
                                   "; user.max_user_namespaces = 0\n  try:   as root:");
        CHECK(check.repair == "echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-halo.conf\n"
                              "sysctl -p /etc/sysctl.d/90-halo.conf");
    }
    Machine debian;
    debian.files[kDebian] = "0\n";
    const doctor::Check check     = doctor::explain_sandbox_failure(debian, kNoPermission);
    CHECK(check.message.rfind("user namespaces are switched off for ordinary users, so bubblewrap cannot work\n", 0) == 0);
    CHECK(check.repair == "echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/90-halo.conf\n"
                          "sysctl -p /etc/sysctl.d/90-halo.conf");
}

TEST_CASE("switches that are on, missing, or irrelevant are not blamed")
{
    Machine machine;
    machine.files[kDebian] = "1\n";
    CHECK(headline(machine, kNoPermission) == "bubblewrap cannot set up a sandbox on this machine");
    machine.files.erase(kMost);
    machine.files.erase(kDebian);
    CHECK(headline(machine, kNoPermission) == "bubblewrap cannot set up a sandbox on this machine");
    machine.files[kMost] = "0\n";
    CHECK(headline(machine, "bwrap: execvp /stub: Permission denied") == "bubblewrap cannot set up a sandbox on this machine");
    machine.files[kMost] = "10\n";
    CHECK(headline(machine, kNoPermission) == "bubblewrap cannot set up a sandbox on this machine");
}

TEST_CASE("a container that allows no sandbox inside it is distinguished from the host's switches")
{
    for (const char* printed : {kNoPermission, kProc, kUidMap}) {
        Machine docker;
        docker.files["/.dockerenv"] = "";
        CHECK(headline(docker, printed) == "this container allows no sandbox inside it");
        Machine kubernetes;
        kubernetes.files["/proc/1/cgroup"] = "0::/kubepods/besteffort/pod1/abc\n";
        CHECK(headline(kubernetes, printed) == "this container allows no sandbox inside it");
    }
    Machine docker;
    docker.files["/.dockerenv"] = "";
    const doctor::Check check           = doctor::explain_sandbox_failure(docker, kNoPermission);
    CHECK(check.message.find("--security-opt seccomp=unconfined") != std::string::npos);
    CHECK(check.message.find("--no-sandbox") != std::string::npos);
    CHECK(lines(check.message) == 3);

    docker.files[kMost] = "0\n";                                  // the container is not to blame
    CHECK(headline(docker, kNoSpace) == "user namespaces are switched off, so bubblewrap cannot work");
    CHECK(doctor::explain_sandbox_failure(docker, kNoSpace).message.find("try:   on the host, as root:") != std::string::npos);
    CHECK(headline(Machine(), kProc) == "bubblewrap cannot set up a sandbox on this machine");
}

TEST_CASE("a plain chroot is recognised, because no mount is its root")
{
    Machine machine;
    machine.files["/proc/self/mountinfo"] = "40 25 0:22 / /proc rw - proc proc rw\n";
    CHECK(headline(machine, kNoPermission) == "the kernel allows no user namespaces inside a chroot");
    CHECK(headline(machine, kUidMap) == "bubblewrap cannot set up a sandbox on this machine");
    machine.files.erase("/proc/self/mountinfo");
    CHECK(headline(machine, kNoPermission) == "bubblewrap cannot set up a sandbox on this machine");
}

TEST_CASE("a missing or old program is named with its package, and the sandbox check then fails instead of passing")
{
    Machine machine;
    machine.commands.erase("/usr/bin/bwrap");
    CHECK(find(machine, "bubblewrap").message ==
          "student code runs only in a sandbox, and bubblewrap is not installed\n"
          "  where: looked for /usr/bin/bwrap\n"
          "  try:   apt install bubblewrap; for your own code only: --no-sandbox");
    CHECK(find(machine, "sandbox").status == doctor::Check::fail);
    std::ostringstream out;
    CHECK(doctor::print_doctor(out, machine) == 2);

    machine.commands["/usr/bin/bwrap"] = {0, "bubblewrap 0.7.0\n"};
    CHECK(find(machine, "bubblewrap").status == doctor::Check::fail);
    for (const char* fine : {"bubblewrap 0.9.0\n", "bubblewrap 0.11.0\n", "bubblewrap 1.0\n"}) {
        machine.commands["/usr/bin/bwrap"] = {0, fine};
        CHECK(find(machine, "bubblewrap").status == doctor::Check::ok);
    }
    machine.commands["g++"] = {0, "11.4.0\n"};
    CHECK(find(machine, "compiler").status == doctor::Check::fail);
    machine.commands["g++"] = {0, "13.2.0\n"};
    CHECK(find(machine, "compiler").status == doctor::Check::ok);
    machine.commands.erase("g++");
    CHECK(find(machine, "compiler").message == "no C++ compiler\n  where: g++ is not installed\n  try:   apt install g++");
}

TEST_CASE("no user to switch to, no filter and no cgroup are each reported")
{
    Machine machine;
    machine.user = std::nullopt;
    CHECK(find(machine, "user").status == doctor::Check::fail);
    CHECK(find(machine, "sandbox").status == doctor::Check::fail);

    Machine no_filter;
    no_filter.files.erase("/proc/sys/kernel/seccomp/actions_avail");
    CHECK(find(no_filter, "seccomp").status == doctor::Check::ok);        // the trial ran with the filter
    no_filter.trial = "bwrap: prctl(PR_SET_SECCOMP): Invalid argument";
    CHECK(find(no_filter, "seccomp").status == doctor::Check::fail);

    Machine no_cgroup;
    no_cgroup.limiter = {};
    CHECK(find(no_cgroup, "memory").status == doctor::Check::warn);
    CHECK(find(no_cgroup, "processor").status == doctor::Check::warn);
    std::ostringstream out;
    CHECK(doctor::print_doctor(out, no_cgroup) == 0);
}

TEST_CASE("a card that can be used is named, one that cannot is a warning, and grading goes on without")
{
    Machine machine;
    machine.commands["nvcc"] = {0, "Cuda compilation tools, release 13.0, V13.0.88\n"};
    machine.commands["nvidia-smi"] = {9, "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"};
    const doctor::Check lost = find(machine, "card");
    CHECK(lost.status == doctor::Check::warn);
    CHECK(lost.message == "no card: the NVIDIA driver finds none\n"
                          "  where: nvidia-smi: NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"
                          "  try:   check that the card is there (lspci) and that its driver is loaded (dmesg)");
    std::ostringstream out;
    CHECK(doctor::print_doctor(out, machine) == 0);
}

TEST_CASE("a similarity tester is named where there is one, and nothing else needs it")
{
    Machine machine;
    CHECK(find(machine, "similarity").message == "no tester, and only `grader similar` needs one (tools/setup similar)");
    machine.commands["/usr/bin/sim_c++"] = {0, "Build Aug  7 2019, 23:48:57\n"};
    CHECK(find(machine, "similarity").message == "/usr/bin/sim_c++ of similarity-tester");
}

TEST_CASE("a cluster is described, and one that does not answer is only a warning")
{
    Machine machine;
    machine.commands["sbatch"] = {0, "slurm-wlm 22.05.8\n"};
    machine.commands["sinfo"]  = {0, "n1 idle\nn1 idle\nn2 down*\nn3 drained\nn4 mixed\n"};
    CHECK(find(machine, "cluster").status == doctor::Check::ok);
    CHECK(find(machine, "cluster").message == "slurm-wlm 22.05.8, 4 nodes, 2 of them down or drained");
    machine.commands["sinfo"] = {1, "slurm_load_partitions: Unable to contact slurm controller (connect failure)\n"};
    const doctor::Check silent        = find(machine, "cluster");
    CHECK(silent.status == doctor::Check::warn);
    CHECK(lines(silent.message) == 3);
    CHECK(silent.message.find("sinfo: slurm_load_partitions: Unable to contact slurm controller") != std::string::npos);
    std::ostringstream out;
    CHECK(doctor::print_doctor(out, machine) == 0);
}
