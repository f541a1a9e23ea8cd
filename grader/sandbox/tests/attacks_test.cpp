#include "findings/fd.hpp"
#include "sandbox/command.hpp"
#include "sandbox/files.hpp"
#include "sandbox/tests/trial.hpp"

#include <chrono>
#include <set>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using halo::Fd;
using namespace trial;

int trial::processes_with_argument(const std::string& word)
{
    int  count = 0;
    DIR* proc  = opendir("/proc");
    while (const dirent* entry = readdir(proc)) {
        if (std::atoi(entry->d_name) <= 0) continue;
        const std::string line = read_text(std::string("/proc/") + entry->d_name + "/cmdline").value_or("") + '\0';
        // Bubblewrap and the stub also have the word among their arguments: they must end too.
        count += ('\0' + line).find('\0' + word + '\0') != std::string::npos;
    }
    closedir(proc);
    return count;
}

namespace {

/// Is it true within half a minute? On a busy machine a process takes seconds to start.
template <typename Condition> bool soon(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        usleep(10000);
    }
    return true;
}

/// Are all processes with this argument gone after a moment?
bool gone(const std::string& word)
{
    return soon([&] { return processes_with_argument(word) == 0; });
}

std::string new_word()
{
    static int count = 0;
    return fmt::format("halo-attack-{}-{}", getpid(), count++);
}

struct Listener {
    Fd  socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    int port = 0;

    Listener()
    {
        sockaddr_in at{};
        at.sin_family      = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size     = sizeof at;
        REQUIRE(bind(socket.get(), reinterpret_cast<sockaddr*>(&at), sizeof at) == 0);
        REQUIRE(listen(socket.get(), 8) == 0);
        getsockname(socket.get(), reinterpret_cast<sockaddr*>(&at), &size);
        port = ntohs(at.sin_port);
    }
};

std::string expected(const std::string& attack)
{
    const std::string source = read_text((g_sources / (attack + ".cpp")).string()).value_or("");
    const std::string head   = "// expect: ";
    return source.rfind(head, 0) == 0 ? source.substr(head.size(), source.find('\n') - head.size()) : "";
}

/// `timeout or memory_limit`: whichever bound a machine meets first.
bool allowed(const std::string& seen, const std::string& expectation)
{
    return (" or " + expectation + " or ").find(" or " + seen + " or ") != std::string::npos;
}

/// Those that only RLIMIT_DATA stops: they reserve memory, and touch none.
bool stopped_by_data_limit(const std::string& attack) { return attack == "memory_one_request" || attack == "memory_static"; }

}  // namespace

TEST_CASE("every attack ends as its first line says, and leaves nothing behind")
{
    StagingDir        host(g_confinement);
    const std::string secret = host.write("another-submission.txt", "secret");
    const Listener    listener;
    const Fd          leak(open(secret.c_str(), O_RDWR));              // not close-on-exec
    CHECK(attacks().size() >= 28);
    for (const std::string& attack : attacks()) {
        CAPTURE(attack);
        if (stopped_by_data_limit(attack) && data_bytes({}) == 0) {
            std::printf("not run: %s: under AddressSanitizer the sandbox sets no limit of reserved memory\n", attack.c_str());
            continue;
        }
        const std::string word = new_word();
        Small             small(attack, {secret, std::to_string(listener.port), std::to_string(getpid()), word});
        small.job.limits.wall_s = allowed("timeout", expected(attack)) ? 0.7 : 20.0;
        const Outcome outcome   = small.run();
        CHECK(outcome.sandboxed);
        CHECK_MESSAGE(allowed(summary(outcome), expected(attack)), summary(outcome) << ": " << outcome.text << "; stderr: " << outcome.stderr_text.substr(0, 300));
        CHECK(gone(word));
    }
    CHECK(read_text(secret) == "secret");
}

TEST_CASE("a grader killed with SIGKILL leaves no job behind")
{
    const std::string word = new_word();
    const pid_t       grader = fork();
    if (grader == 0) {
        Small small("endless_sleep", {word});
        small.job.limits.wall_s = 120;
        small.run();
        _exit(0);
    }
    CHECK(soon([&] { return processes_with_argument(word) >= 3; }));      // bubblewrap, the stub and the program
    kill(grader, SIGKILL);
    waitpid(grader, nullptr, 0);
    CHECK(gone(word));
}

TEST_CASE("CPU seconds end a job before its wall clock does, and its own time and memory are reported, not bubblewrap's")
{
    Small small("endless_loop");
    small.job.limits.cpu_s  = 1;
    small.job.limits.wall_s = 8;
    const Outcome outcome   = small.run();
    CHECK(summary(outcome) == "timeout");
    CHECK(outcome.text == "used more than 1 s of CPU time");
    CHECK(outcome.user_ms > 700);
    CHECK(outcome.max_rss_bytes > 500'000);
    CHECK(outcome.max_rss_bytes < 64u << 20);
}

TEST_CASE("processor time counts all processes together, and the wall clock is not to blame")
{
    const std::string word = new_word();
    Small spin("spin_sessions", {word});
    spin.job.limits.cpu_s  = 1;
    spin.job.limits.wall_s = 120;
    const Outcome outcome  = spin.run();
    CHECK(summary(outcome) == "timeout");
    CHECK(outcome.text == "used more than 1 s of CPU time");
    CHECK_FALSE(outcome.by_wall_clock);
    CHECK(outcome.wall_ms < 60'000);
    CHECK(outcome.user_ms + outcome.sys_ms > 900);
    CHECK(gone(word));
}

TEST_CASE("next to a job that spins, another gets its processor time, and only takes longer")
{
    const std::string word = new_word();
    Outcome spun;
    std::thread neighbour([&] {
        Small spin("spin_sessions", {word});
        spin.job.limits.cpu_s  = 6;
        spin.job.limits.wall_s = 120;
        spun = spin.run();
    });
    CHECK(soon([&] { return processes_with_argument(word) >= 15; }));
    Job job;                                                             // about a second of work
    job.argv          = {"/bin/sh", "-c", "i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done"};
    job.limits.cpu_s  = 5;
    job.limits.wall_s = 120;
    const Outcome outcome = run(job, g_confinement);
    neighbour.join();
    CHECK_MESSAGE(outcome.ok(), outcome.text);
    CHECK(summary(spun) == "timeout");
}

TEST_CASE("a job that sleeps is stopped by the wall clock, and the outcome says so")
{
    Small sleeps("endless_sleep");
    sleeps.job.limits.cpu_s  = 5;
    sleeps.job.limits.wall_s = 0.5;
    const Outcome outcome    = sleeps.run();
    CHECK(summary(outcome) == "timeout");
    CHECK(outcome.by_wall_clock);
    CHECK(outcome.text == "still running after 0.5 s");
}

TEST_CASE("a job that may sleep for a moment only is stopped before its wall clock; one that computes never meets that limit")
{
    Small sleeps("endless_sleep"), spins("endless_loop");
    for (Small* one : {&sleeps, &spins}) one->job.limits.cpu_s = 2, one->job.limits.wall_s = 60, one->job.limits.asleep_s = 0.5;
    const Outcome slept = sleeps.run(), spun = spins.run();
    CHECK(summary(slept) == "timeout");
    CHECK(slept.text == "used no processor for 0.5 s");
    CHECK(slept.slept());
    CHECK_FALSE(slept.by_wall_clock);
    CHECK(slept.wall_ms < 30'000);
    CHECK(spun.text == "used more than 2 s of CPU time");
    CHECK_FALSE(spun.slept());
}

TEST_CASE("a job that waits for itself has slept, whether the kernel counts its time or we do; one that spins has not")
{
    Small sleeps("endless_sleep"), spins("endless_loop");
    for (Small* one : {&sleeps, &spins}) one->job.limits.cpu_s = 60, one->job.limits.wall_s = 2;
    const Outcome slept = sleeps.run(), spun = spins.run();
    CHECK(slept.by_wall_clock);
    CHECK(slept.slept());
    CHECK(spun.by_wall_clock);
    CHECK_FALSE(spun.slept());
}

TEST_CASE("inside, the user is not the host's root")
{
    Job job;
    job.argv              = {"/usr/bin/cat", "/proc/self/uid_map"};
    const Outcome outcome = run(job, g_confinement);
    REQUIRE(outcome.ok());
    unsigned inside = 0, outside = 0;
    REQUIRE(std::sscanf(outcome.stdout_text.c_str(), "%u %u", &inside, &outside) == 2);
    CHECK(inside == 65534);
    CHECK(outcome.stdout_text.find("\n") == outcome.stdout_text.size() - 1);    // one mapping only
}

TEST_CASE("compiling is sandboxed like running")
{
    StagingDir        host(g_confinement);
    const std::string secret = host.write("secret.hpp", "int secret_value = 4711;\n");
    const auto        compile = [&](const std::string& source, Limits limits) {
        StagingDir staging(g_confinement);
        Job        job;
        job.read_only = {{staging.write("student.cpp", source), "/src/student.cpp"}};
        job.writable  = Bind{staging.make_output("out"), "/out"};
        job.folder    = "/out";
        job.argv      = {"/usr/bin/g++", "-c", "-fmax-errors=5", "/src/student.cpp", "-o", "/out/student.o"};
        job.limits    = limits;
        job.out_of_memory_texts = kCompilerOutOfMemory;
        return run(job, g_confinement);
    };
    Limits limits;
    limits.memory_bytes = 512u << 20;

    const Outcome fine = compile("int f() { return 1; }\n", limits);
    CHECK_MESSAGE(fine.ok(), fine.text << fine.stderr_text);

    for (const std::string& line : {"#include \"" + secret + "\"\n", std::string("#include \"/etc/passwd\"\n"),
                                    "asm(\".incbin \\\"" + secret + "\\\"\");\n"}) {
        const Outcome outcome = compile(line, limits);
        CHECK(outcome.how == How::exited);
        CHECK(outcome.code != 0);
        CHECK(outcome.stderr_text.find("4711") == std::string::npos);
        CHECK(outcome.stderr_text.find("root:") == std::string::npos);
    }
    limits.memory_bytes  = 192u << 20;
    const Outcome endless = compile("#include \"/dev/zero\"\n", limits);
    CHECK_MESSAGE(summary(endless) == "memory_limit", endless.text << endless.stderr_text);
}
