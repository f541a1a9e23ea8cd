#include "sandbox/command.hpp"
#include "sandbox/job.hpp"
#include "sandbox/load.hpp"
#include "sandbox/memory.hpp"
#include "sandbox/verdict.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include <doctest/doctest.h>

using namespace halo::grader::sandbox;

namespace {

Job job_with_binds()
{
    Job job;
    job.argv      = {"/src/run"};
    job.read_only = {{"/host/a b/source", "/src"}, {"/host/kit", "/kit"}, {"/host/special", "/src/special"}};
    job.writable  = Bind{"/host/out", "/out"};
    return job;
}

/// A report as the stub writes it.
Evidence ended_with(int status, std::uint64_t rss_kilobytes = 1000, double cpu_ms = 1.0)
{
    Evidence evidence;
    evidence.report = parse_report("started\nended " + std::to_string(status) + " " + std::to_string(cpu_ms) + " 0.5 " +
                                   std::to_string(rss_kilobytes) + "\n");
    return evidence;
}

Outcome judged(const Evidence& evidence, const std::string& stderr_text = "", const Job& job = job_with_binds())
{
    Outcome outcome;
    outcome.stderr_text = stderr_text;
    judge(job, {}, evidence, outcome);
    return outcome;
}

const std::string kBadAlloc = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n";

}  // namespace

TEST_CASE("without a sandbox, inside paths become host paths where a path begins, and nowhere else")
{
    const Job job = job_with_binds();
    CHECK(on_host(job, "/src/x.cu") == "/host/a b/source/x.cu");
    CHECK(on_host(job, "/src") == "/host/a b/source");
    CHECK(on_host(job, "/src/special/x") == "/host/special/x");
    CHECK(on_host(job, "-I/kit/include") == "-I/host/kit/include");
    CHECK(on_host(job, "--out=/out/a") == "--out=/host/out/a");
    CHECK(on_host(job, "-ffile-prefix-map=/src=/kit") == "-ffile-prefix-map=/src=/host/kit");
    CHECK(on_host(job, "-Wl,/out/a,/kit:/kit/b") == "-Wl,/host/out/a,/host/kit:/host/kit/b");
    for (const char* same : {"/srcs/x", "/usr/src/x", "a/src/x", "-DX/kit", "/", "", "x /src"}) {
        CAPTURE(same);
        CHECK(on_host(job, same) == same);
    }
}

TEST_CASE("bubblewrap closes everything, and the last arguments make the root read-only")
{
    Confinement confinement;
    const auto words = bwrap_command(job_with_binds(), confinement);
    const auto has   = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    for (const char* word : {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--disable-userns",
                             "--die-with-parent", "--new-session", "--seccomp", "--as-pid-1", "--cap-drop"})
        CHECK_MESSAGE(has(word), word);
    for (const char* word : {"/etc", "/home", "--share-net", "--dev-bind"}) CHECK_FALSE_MESSAGE(has(word), word);
    const std::vector<std::string> last(words.end() - 5, words.end());
    CHECK(last == std::vector<std::string>{"--remount-ro", "/dev", "--remount-ro", "/", "--"});
}

TEST_CASE("a job with a GPU sees the devices that it names, and no other")
{
    Job job = job_with_binds();
    job.devices = {"/dev/nvidiactl", "/dev/nvidia0"};
    const auto words = bwrap_command(job, Confinement{});
    for (const std::string& device : job.devices) {
        const auto at = std::find(words.begin(), words.end(), device);
        REQUIRE(at != words.end());
        CHECK(at[-1] == "--dev-bind");
        CHECK(at[1] == device);
    }
    CHECK(std::count(words.begin(), words.end(), "--dev-bind") == 2);
    CHECK(std::find(words.begin(), words.end(), "--dev") < std::find(words.begin(), words.end(), "--dev-bind"));
}

TEST_CASE("a report is accepted line by line, and half a line is ignored")
{
    CHECK_FALSE(parse_report("").started);
    CHECK_FALSE(parse_report("started").started);
    CHECK(parse_report("started\n").started);
    CHECK_FALSE(parse_report("started\nended 0 1.0 1.0 10").ended);
    CHECK_FALSE(parse_report("started\nended 0 1.0\n").ended);
    const Report report = parse_report("started\nended 139 1.5 2.5 10\n");
    CHECK(report.ended);
    CHECK(report.status == 139);
    CHECK(report.user_ms == 1.5);
    CHECK(report.max_rss_bytes == 10240);
    CHECK(parse_report("started\nexec 2\n").exec_error == 2);
}

TEST_CASE("each way to end has its name")
{
    CHECK(judged(ended_with(0)).ended() == "exit:0");
    CHECK(judged(ended_with(3 << 8)).ended() == "exit:3");
    CHECK(judged(ended_with(SIGSEGV)).ended() == "signal:11");
    CHECK(judged(ended_with(SIGXCPU)).how == How::timeout);
    CHECK(judged(ended_with(SIGXFSZ)).how == How::output_limit);
    CHECK(judged(ended_with(SIGKILL, 1000, 1e6)).how == How::timeout);
    CHECK(judged(ended_with(SIGKILL)).ended() == "signal:9");

    Evidence evidence   = ended_with(0);
    evidence.wall_clock = true;
    CHECK(judged(evidence).ended() == "timeout");
    evidence.overflow = true;
    CHECK(judged(evidence).ended() == "output");
    evidence.oom_kills = 1;
    CHECK(judged(evidence).ended() == "memory");
}

TEST_CASE("a job that the wall clock stopped is tried again only if it was kept waiting")
{
    const auto stopped = [](double asleep_ms) {
        Evidence evidence   = ended_with(0);
        evidence.wall_clock = true;
        evidence.asleep_ms  = asleep_ms;
        Outcome outcome = judged(evidence);
        outcome.wall_ms = 120'000;
        outcome.busy_elsewhere = 0.9;
        return outcome;
    };
    CHECK(may_be_disturbed(stopped(0)));
    CHECK(why_so_long(stopped(0)) == "meanwhile other programs used 90 % of this machine's processors");
    CHECK(may_be_disturbed(stopped(29'000)));
    CHECK_FALSE(may_be_disturbed(stopped(30'000)));
    CHECK(why_so_long(stopped(118'000)) == "for 118 s it used no processor: it slept, or waited for a lock");
    CHECK_FALSE(may_be_disturbed(judged(ended_with(0))));
    CHECK(why_so_long(judged(ended_with(0))).empty());
}

TEST_CASE("memory is blamed for an uncaught bad_alloc and for a crash near the memory limit, not for a word on stderr")
{
    CHECK(judged(ended_with(SIGABRT), kBadAlloc).how == How::memory_limit);
    CHECK(judged(ended_with(SIGABRT), "std::bad_alloc").how == How::signalled);
    CHECK(judged(ended_with(0), kBadAlloc).how == How::exited);                       // it continued and ended well
    CHECK(judged(ended_with(SIGSEGV, 1000 << 10)).how == How::memory_limit);          // 1000 of 1024 MiB
    CHECK(judged(ended_with(SIGSEGV, 700 << 10)).how == How::signalled);
    CHECK(judged(ended_with(1 << 8, 1000 << 10)).how == How::exited);

    // A compiler: what it says last, not what it quotes.
    const auto compiled = [](const std::string& text) {
        Job     job;
        Outcome outcome;
        job.out_of_memory_texts = kCompilerOutOfMemory;
        outcome.stderr_text     = text;
        judge(job, {}, ended_with(1 << 8), outcome);
        return outcome;
    };
    CHECK(compiled("a.cu:1: warning: x\ncc1plus: out of memory allocating 16 bytes after a total of 32 bytes\n").how == How::memory_limit);
    CHECK(compiled("g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n").killed_from_outside);
    for (const char* phrase : {"std::bad_alloc", "x\ncc1plus: out of memory allocating 16 bytes", "Killed signal terminated program"}) {
        const Outcome quoted = compiled(std::string("a.cu:1:2: error: #error ") + phrase + "\n    1 | #error …\n      |  ^~~~~\n");
        CHECK(quoted.how == How::exited);
        CHECK_FALSE(quoted.killed_from_outside);
    }

    Evidence large    = ended_with(SIGSEGV);
    large.static_bytes = 3ull << 30;
    Limits limited;
    limited.memory_bytes = 1u << 30;
    if (data_bytes(limited) != 0) CHECK(judged(large).text == "its global variables alone need 3072 MiB, and it may have 1024 MiB");
    else std::printf("not run: the test of large global variables: with AddressSanitizer, a process's data has no limit\n");
    large.static_bytes = 900u << 20;
    CHECK(judged(large).how == How::signalled);
    CHECK(static_bytes("/usr/bin/true") > 0);
    CHECK(static_bytes("/usr/bin/true") < 1u << 20);
    CHECK(static_bytes("/etc/passwd") == 0);
    CHECK(static_bytes("/nonexistent") == 0);

    Job compile                 = job_with_binds();
    compile.out_of_memory_texts = kCompilerOutOfMemory;
    CHECK(judged(ended_with(1 << 8), "cc1plus: out of memory allocating 65536 bytes", compile).how == How::memory_limit);
    CHECK(judged(ended_with(1 << 8), "x.cu:3:1: error: expected ';'", compile).how == How::exited);
}

TEST_CASE("a failure of the sandbox itself is the grader's fault")
{
    Evidence silent;
    CHECK(judged(silent, "bwrap: No such file").how == How::fault);
    Evidence vanished;
    vanished.report.started = true;
    CHECK(judged(vanished).how == How::fault);
    Evidence absent;
    absent.report = parse_report("started\nexec 2\n");
    CHECK(judged(absent).how == How::fault);
    CHECK_FALSE(judged(absent).started);
    Evidence full;
    full.report = parse_report("started\nexec 12\n");
    CHECK(judged(full).how == How::memory_limit);
}

TEST_CASE("a machine without cgroups, or with cgroups that we may not write, uses the watchdog")
{
    CHECK(choose_limiter("", "").kind == MemoryLimiter::watchdog);
    CHECK(choose_limiter("30 23 0:26 / /nonexistent/cgroup rw - cgroup2 cgroup2 rw\n", "0::/user.slice/a.scope\n").kind ==
          MemoryLimiter::watchdog);
    CHECK(choose_limiter("35 31 0:32 / /nonexistent/memory rw - cgroup cgroup rw,memory\n", "4:memory:/a\n").kind ==
          MemoryLimiter::watchdog);
    CHECK(choose_limiter("this is not mountinfo - cgroup\n", "::::\n").kind == MemoryLimiter::watchdog);
}

TEST_CASE("what others used of a machine is what was busy, without the job's own time")
{
    const std::string before = "cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 …", after = "cpu  250 10 90 840 60 0 0 0 0 0\n";
    CHECK(busy_elsewhere(before, after, 0) == doctest::Approx(0.8));
    CHECK(busy_elsewhere(before, after, 1000) == doctest::Approx(0.4));
    CHECK(busy_elsewhere(before, after, 10000) == 0);
    CHECK(busy_elsewhere(before, "cpu  101 0 50 1800 50 0 0 0 0 0\n", 0) < 0.01);
    CHECK(busy_elsewhere("", after, 0) == 0);
    CHECK(busy_elsewhere(before, before, 0) == 0);
}

TEST_CASE("a kill that no limit explains came from outside; one by the job's own limits did not")
{
    CHECK(judged(ended_with(SIGKILL)).killed_from_outside);
    CHECK_FALSE(judged(ended_with(SIGSEGV)).killed_from_outside);
    CHECK_FALSE(judged(ended_with(0)).killed_from_outside);
    Evidence full = ended_with(SIGKILL);
    full.oom_kills = 1;
    CHECK_FALSE(judged(full).killed_from_outside);
    Job compiler = job_with_binds();
    compiler.out_of_memory_texts = kCompilerOutOfMemory;
    CHECK(judged(ended_with(1 << 8), "g++: fatal error: Killed signal terminated program cc1plus\n", compiler).killed_from_outside);
    CHECK_FALSE(judged(ended_with(1 << 8), "cc1plus: out of memory allocating 65536 bytes\n", compiler).killed_from_outside);
}
