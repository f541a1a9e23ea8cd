#include "doctor/doctor.hpp"
#include "doctor/card.hpp"
#include "sandbox/files.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <set>
#include <sstream>

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

namespace halo::grader::doctor {
namespace {

constexpr int kOldestCompiler = 12;
constexpr int kOldestBubblewrap[2] = {0, 8};        // --disable-userns, --size and --perms

constexpr const char* kAppArmorSwitch = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
constexpr const char* kMostNamespaces = "/proc/sys/user/max_user_namespaces";
constexpr const char* kDebianSwitch   = "/proc/sys/kernel/unprivileged_userns_clone";

constexpr const char* kAppArmorRepair =
    "cat > /etc/apparmor.d/bwrap <<'END'\n"
    "abi <abi/4.0>,\n"
    "include <tunables/global>\n"
    "profile bwrap /usr/bin/bwrap flags=(unconfined) {\n"
    "  userns,\n"
    "  include if exists <local/bwrap>\n"
    "}\n"
    "END\n"
    "apparmor_parser -r /etc/apparmor.d/bwrap";

Check good(std::string name, std::string message) { return {Check::ok, std::move(name), std::move(message), ""}; }

Check bad(Check::Status status, std::string name, std::string headline, const std::string& where, const std::string& advice,
          std::string repair = "")
{
    return {status, std::move(name), halo::text({headline, where, advice}), std::move(repair)};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The numbers in a text like "bubblewrap 0.8.0".
std::vector<int> version_in(const std::string& text)
{
    std::vector<int> numbers;
    for (std::size_t at = 0; at < text.size() && numbers.size() < 3;) {
        if (!std::isdigit(static_cast<unsigned char>(text[at]))) {
            if (!numbers.empty() && text[at] != '.') break;
            ++at;
            continue;
        }
        numbers.push_back(std::atoi(text.c_str() + at));
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
    }
    return numbers;
}

/// A kernel switch: nullopt if this kernel does not have it.
std::optional<long> kernel_switch(const System& system, const char* path)
{
    const auto text = system.read(path);
    if (!text || text->empty()) return std::nullopt;
    return std::strtol(text->c_str(), nullptr, 10);
}

bool in_container(const System& system)
{
    if (system.read("/.dockerenv") || system.read("/run/.containerenv")) return true;
    const std::string groups = system.read("/proc/1/cgroup").value_or("");
    for (const char* runtime : {"/docker", "/kubepods", "/lxc/", "/containerd", "libpod"})
        if (contains(groups, runtime)) return true;
    return false;
}

/// The kernel refuses user namespaces to a process whose root is not the root of its mounts.
bool in_chroot(const System& system)
{
    const auto mounts = system.read("/proc/self/mountinfo");
    if (!mounts || mounts->empty()) return false;
    std::istringstream lines(*mounts);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string        skip, place;
        words >> skip >> skip >> skip >> skip >> place;
        if (place == "/") return false;
    }
    return true;
}

/// The line that bubblewrap printed, out of a longer text.
std::string bwrap_line(const std::string& printed)
{
    const auto at = printed.find("bwrap:");
    const auto from = at == std::string::npos ? 0 : at;
    return printed.substr(from, printed.find('\n', from) - from);
}

Check compiler(const System& system)
{
    const CommandResult found = system.command({"g++", "-dumpfullversion"});
    if (found.status != 0)
        return bad(Check::fail, "compiler", "no C++ compiler", "g++ is not installed", "apt install g++");
    const auto version = version_in(found.output);
    if (version.empty() || version[0] < kOldestCompiler)
        return bad(Check::fail, "compiler", fmt::format("g++ {} or newer is needed", kOldestCompiler),
                   "g++ is " + found.output.substr(0, found.output.find('\n')),
                   fmt::format("apt install g++-{}, and make it the default", kOldestCompiler));
    return good("compiler", "g++ " + found.output.substr(0, found.output.find('\n')));
}

Check user(const System& system)
{
    const auto ordinary = system.ordinary_user();
    if (!ordinary)
        return bad(Check::fail, "user", "student code never runs as root, and there is no ordinary user to become",
                   "called as root; SUDO_UID is not set, and there is no user `nobody`",
                   "run the grader as an ordinary user");
    return good("user", fmt::format("submissions run as {} (uid {}){}", ordinary->name, ordinary->uid,
                                    system.is_root() ? ", although the grader is root" : ""));
}

/// Also sets `usable`: is a trial worthwhile?
Check bubblewrap(const System& system, bool& usable)
{
    usable = false;
    const CommandResult found = system.command({"/usr/bin/bwrap", "--version"});
    if (found.status == 127)
        return bad(Check::fail, "bubblewrap", "student code runs only in a sandbox, and bubblewrap is not installed",
                   "looked for /usr/bin/bwrap", "apt install bubblewrap; for your own code only: --no-sandbox");
    const std::string line    = found.output.substr(0, found.output.find('\n'));
    const auto        version = version_in(found.output);
    if (found.status != 0 || version.size() < 2)
        return bad(Check::fail, "bubblewrap", "bubblewrap does not start", "bwrap --version: " + line,
                   "apt install --reinstall bubblewrap");
    usable = true;
    if (std::lexicographical_compare(version.begin(), version.begin() + 2, kOldestBubblewrap, kOldestBubblewrap + 2))
        return bad(Check::fail, "bubblewrap", "bubblewrap 0.8 or newer is needed", "found " + line,
                   "use Debian 12, Ubuntu 24.04 or newer; older ones cannot forbid namespaces inside the sandbox");
    return good("bubblewrap", line);
}

Check seccomp(const System& system, bool trial_ran)
{
    const auto actions = system.read("/proc/sys/kernel/seccomp/actions_avail");
    if (trial_ran || (actions && contains(*actions, "errno"))) return good("seccomp", "the kernel filters system calls");
    return bad(Check::fail, "seccomp", "this kernel has no system call filter, so there is no sandbox",
               "/proc/sys/kernel/seccomp/actions_avail " + std::string(actions ? "does not list errno" : "is absent"),
               "use a kernel with CONFIG_SECCOMP_FILTER, as Debian's and Ubuntu's are");
}

Check memory(const System& system)
{
    const auto limiter = system.memory_limiter();
    if (limiter.kind != sandbox::MemoryLimiter::watchdog) return good("memory", limiter.describe());
    return bad(Check::warn, "memory", "no cgroup for the memory of submissions; a watchdog enforces their limit instead",
               limiter.describe(),
               "nothing, for a class that does not attack; otherwise: systemd-run --user --scope -p Delegate=yes make grade");
}

/// No verdict depends on this, since limits count processor time; it only affects how long others wait.
Check processor(const System& system)
{
    const auto limiter = system.memory_limiter();
    if (!limiter.cpu_place.empty()) return good("processor", limiter.describe_processor());
    return bad(Check::warn, "processor", "a submission with many processes slows the others down; no verdict changes",
               limiter.describe_processor(),
               "nothing, for a class that does not attack; otherwise: systemd-run --user --scope -p Delegate=yes make grade");
}

/// Only --gpu needs one.
Check card(const System& system)
{
    std::string toolkit = toolkit_of(system, "nvcc");
    if (toolkit.empty()) toolkit = toolkit_of(system, "/usr/local/cuda/bin/nvcc");
    const char* const chosen = std::getenv("CUDA_VISIBLE_DEVICES");
    const CardSearch search = find_card(system, chosen == nullptr ? "" : chosen, toolkit);
    if (search.absent) return good("card", "none, and only `grader run --gpu` needs one");
    if (!search.card) return bad(Check::warn, "card", search.why.headline, search.why.where, search.why.attempt);
    if (const auto why = unrest(system, *search.card)) return bad(Check::warn, "card", why->headline + "; nothing is timed meanwhile", why->where, why->attempt);
    return good("card", fmt::format("{}, driver {}, nvcc {}{}", search.card->name, search.card->driver, toolkit, search.card->note.empty() ? "" : "; " + search.card->note));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Only --executor slurm needs one.
Check cluster(const System& system)
{
    const CommandResult version = system.command({"sbatch", "--version"});
    if (version.status != 0) return good("cluster", "none, and only `grader run --executor slurm` needs one");
    const CommandResult nodes = system.command({"sinfo", "--noheader", "--Node", "--format=%N %T"});
    if (nodes.status != 0)
        return bad(Check::warn, "cluster", first_line(version.output) + " is installed, and its controller does not answer; only `grader run --executor slurm` needs it",
                   "sinfo: " + first_line(nodes.output), "nothing, if you grade on this machine; otherwise ask those who run the cluster");
    std::set<std::string> all, down;
    std::istringstream    lines(nodes.output);
    for (std::string node, state; lines >> node >> state;) {
        all.insert(node);
        if (state.starts_with("down") || state.starts_with("drain") || state.starts_with("fail")) down.insert(node);
    }
    return good("cluster", fmt::format("{}, {} nodes, {} of them down or drained", first_line(version.output), all.size(), down.size()));
}

/// Only `grader similar` needs one.
Check similarity_tester(const System& system)
{
    constexpr const char* kTester = "/usr/bin/sim_c++";
    if (system.command({kTester, "-v"}).status == 127) return good("similarity", "no tester, and only `grader similar` needs one (tools/setup similar)");
    return good("similarity", std::string(kTester) + " of similarity-tester");
}

}  // namespace

Check explain_sandbox_failure(const System& system, const std::string& printed)
{
    const std::string line = bwrap_line(printed);
    const auto        fail = [&](const std::string& headline, const std::string& where, const std::string& advice,
                          const std::string& repair = "") {
        return bad(Check::fail, "sandbox", headline, where, advice, repair);
    };
    const bool container = in_container(system);
    const auto apparmor  = kernel_switch(system, kAppArmorSwitch);
    const auto most      = kernel_switch(system, kMostNamespaces);
    const auto debian    = kernel_switch(system, kDebianSwitch);
    const bool no_capabilities_inside = contains(printed, "setting up uid map: Permission denied") ||
                                        contains(printed, "Failed RTM_NEWADDR: Operation not permitted");
    const bool no_namespace = contains(printed, "new namespace");          // all of bubblewrap's texts for clone's errors
    const bool no_proc      = contains(printed, "mount proc on");
    const bool at_namespaces = no_capabilities_inside || no_namespace;

    if (at_namespaces && most && *most == 0)
        return fail("user namespaces are switched off, so bubblewrap cannot work", line + "; user.max_user_namespaces = 0",
                    container ? "on the host, as root:" : "as root:",
                    "echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-halo.conf\nsysctl -p /etc/sysctl.d/90-halo.conf");
    if (at_namespaces && debian && *debian == 0)
        return fail("user namespaces are switched off for ordinary users, so bubblewrap cannot work",
                    line + "; kernel.unprivileged_userns_clone = 0", container ? "on the host, as root:" : "as root:",
                    "echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/90-halo.conf\nsysctl -p /etc/sysctl.d/90-halo.conf");
    if (no_capabilities_inside && apparmor && *apparmor == 1)
        return fail("AppArmor denies user namespaces to ordinary programs (as in Ubuntu 24.04), so bubblewrap cannot work",
                    line + "; kernel.apparmor_restrict_unprivileged_userns = 1",
                    std::string(container ? "on the host, as root" : "as root") +
                        ", allow it for bubblewrap alone (or for everything: sysctl kernel.apparmor_restrict_unprivileged_userns=0):",
                    kAppArmorRepair);
    if (container && (at_namespaces || no_proc))
        return fail("this container allows no sandbox inside it", line,
                    "start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt "
                    "systempaths=unconfined (or --cap-add SYS_ADMIN), or grade outside; for your own code only: --no-sandbox");
    if (no_namespace && in_chroot(system))
        return fail("the kernel allows no user namespaces inside a chroot", line,
                    "enter the file system with pivot_root, as systemd-nspawn, podman and bwrap do");
    if (contains(printed, "Unknown option"))
        return fail("this bubblewrap is too old", line, "use bubblewrap 0.8 (Debian 12) or newer");
    return fail("bubblewrap cannot set up a sandbox on this machine", line.empty() ? "it printed nothing" : line,
                "search for that text; for your own code only: --no-sandbox");
}

std::vector<Check> diagnose(const System& system)
{
    std::vector<Check> checks = {compiler(system), user(system)};
    bool               usable = false;
    checks.push_back(bubblewrap(system, usable));
    if (usable && checks[1].status == Check::ok) {
        const std::string trial = system.sandbox_trial();
        checks.push_back(seccomp(system, trial.empty()));
        checks.push_back(trial.empty() ? good("sandbox", "a trial program ran in it")
                                       : explain_sandbox_failure(system, trial));
    } else {
        checks.push_back(bad(Check::fail, "sandbox", "not tried", "the checks above failed", "fix them first"));
    }
    checks.push_back(memory(system));
    checks.push_back(processor(system));
    checks.push_back(card(system));
    checks.push_back(cluster(system));
    checks.push_back(similarity_tester(system));
    return checks;
}

namespace {

std::string indented(const std::string& text, const char* by)
{
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) result += by + line + "\n";
    return result;
}

}  // namespace

int print_doctor(std::ostream& out, const System& system, Show show)
{
    bool can_grade = true;
    for (const Check& check : diagnose(system)) {
        can_grade = can_grade && check.status != Check::fail;
        if (show == Show::problems && check.status == Check::ok) continue;
        const char* status = check.status == Check::ok ? "ok  " : check.status == Check::warn ? "warn" : "FAIL";
        out << fmt::format("{}  {:<11} {}\n", status, check.name, check.message) << indented(check.repair, "    ");
    }
    if (show == Show::everything) out << (can_grade ? "This machine can grade.\n" : "This machine cannot grade yet.\n");
    return can_grade ? 0 : 2;
}

int print_doctor(std::ostream& out, Show show) { return print_doctor(out, this_machine(), show); }

}  // namespace halo::grader::doctor
