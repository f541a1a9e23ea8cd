#include "sandbox/files.hpp"
#include "sandbox/tests/trial.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace trial;

namespace {

std::vector<std::byte> ramp(std::size_t size)
{
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = std::byte((i * 2654435761u) >> 24);
    return bytes;
}

std::vector<Confinement> both() { return {g_confinement, Confinement::unsandboxed()}; }

}  // namespace

TEST_CASE("many megabytes go in on stdin and come back on descriptor 3, unchanged")
{
    for (Confinement confinement : both()) {
        confinement.stub = g_confinement.stub;
        CAPTURE(confinement.sandboxed);
        Small small("echo");
        small.job.input               = Input::bytes(ramp(12'345'678));
        small.job.limits.result_bytes = 16u << 20;
        const Outcome outcome         = small.run(confinement);
        CHECK_MESSAGE(outcome.ok(), outcome.text);
        CHECK(outcome.ended() == "exit:0");
        CHECK(outcome.sandboxed == confinement.sandboxed);
        CHECK(outcome.result == small.job.input.data);

        StagingDir    folder(confinement);
        const auto    bytes = ramp(3'000'000);
        const auto    file  = folder.write("request", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        small.job.input     = Input::from(file);
        small.job.limits.result_bytes = bytes.size();                    // exactly the cap is not too much
        const Outcome again = small.run(confinement);
        CHECK_MESSAGE(again.ok(), again.text);
        CHECK(again.result == bytes);
    }
}

TEST_CASE("a job that does not read its input still ends")
{
    Small small("echo", {"deaf"});
    small.job.input = Input::bytes(ramp(8'000'000));
    CHECK(small.run().ok());
}

TEST_CASE("output before a crash is kept, and a signal is not an exit code")
{
    for (Confinement confinement : both()) {
        confinement.stub = g_confinement.stub;
        CAPTURE(confinement.sandboxed);
        Small crash("echo", {"segv"});
        crash.job.input       = Input::text("first half");
        const Outcome crashed = crash.run(confinement);
        CHECK(summary(crashed) == "signalled 11");
        CHECK(crashed.ended() == "signal:11");
        CHECK(crashed.text == "killed by SIGSEGV (Segmentation fault)");
        CHECK(crashed.result.size() == 10);

        Small exit("echo", {"exit139"});
        CHECK(summary(exit.run(confinement)) == "exited 139");
    }
}

TEST_CASE("an honest program with 32 threads is within the limit of 64")
{
    Small small("echo", {"threads"});
    CHECK(summary(small.run()) == "exited 0");
}

TEST_CASE("without allow_result_fd3 there is no descriptor 3")
{
    Small small("echo");
    small.job.input            = Input::text("x");
    small.job.allow_result_fd3 = false;
    CHECK(summary(small.run()) == "exited 1");
}

TEST_CASE("arguments, environment and folders reach the program, with spaces in every path")
{
    for (Confinement confinement : both()) {
        confinement.stub = g_confinement.stub;
        CAPTURE(confinement.sandboxed);
        StagingDir staging(confinement);
        Job        job;
        const auto folder = staging.make_output("a folder with spaces");
        job.read_only     = {{staging.write("in put/one two.txt", "content\n"), "/src/one.txt"}};
        job.writable      = Bind{folder, "/out"};
        job.folder        = "/out";
        job.env["WORD"]   = "a b";
        job.argv = {"/usr/bin/sh", "-c", "cat \"$1\" > made && echo \"$WORD,$2,$#\" && cd \"$3\" && ls", "sh", "/src/one.txt", "",
                    "/out"};
        const Outcome outcome = run(job, confinement);
        CHECK_MESSAGE(outcome.ok(), outcome.text << outcome.stderr_text);
        CHECK(outcome.stdout_text == "a b,,3\nmade\n");
        const auto made = read_output(folder, "made", 100);
        REQUIRE(made.has_value());
        CHECK(made->size() == 8);
    }
}

TEST_CASE("outputs are read only if they are regular files in their folder, within their size")
{
    StagingDir staging(g_confinement);
    const auto folder = staging.make_output("out");
    const auto secret = staging.write("secret", "secret");
    staging.write("out/fine", "12345");
    REQUIRE(symlink(secret.c_str(), (folder / "link").c_str()) == 0);
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    CHECK(read_output(folder, "fine", 5).has_value());
    CHECK_FALSE(read_output(folder, "fine", 4).has_value());
    for (const char* name : {"link", "fifo", "../secret", "absent", "", "."}) {
        CAPTURE(name);
        CHECK_FALSE(read_output(folder, name, 100).has_value());
    }
}

TEST_CASE("staged files can be read by the job's user and not changed, whatever the umask")
{
    const mode_t before = umask(0077);
    StagingDir   staging(g_confinement);
    staging.write("deep/er/file.txt", "text");
    umask(before);
    Job job;
    job.read_only         = {{staging.path(), "/src"}};
    job.argv              = {"/usr/bin/sh", "-c", "cat /src/deep/er/file.txt; echo x 2>/dev/null > /src/deep/er/file.txt || echo ' kept'"};
    const Outcome outcome = run(job, g_confinement);
    CHECK_MESSAGE(outcome.stdout_text == "text kept\n", outcome.text << outcome.stderr_text);
    CHECK_THROWS_AS(staging.write("../outside", ""), std::runtime_error);
    CHECK_THROWS_AS(staging.add("/usr/bin/true", "/absolute"), std::runtime_error);
}

TEST_CASE("what a killed grader left behind is removed by the next, what another one uses is not")
{
    StagingDir  in_use(g_confinement);
    const auto  place = in_use.path().parent_path();
    const auto  left  = place / ("halo-stage-test-left-" + std::to_string(getpid()));
    const auto  fresh = place / ("halo-stage-test-fresh-" + std::to_string(getpid()));
    std::filesystem::create_directories(left / "below");
    std::filesystem::create_directories(fresh);
    const auto an_hour_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    std::filesystem::last_write_time(left, an_hour_ago);
    std::filesystem::last_write_time(in_use.path(), an_hour_ago);
    const StagingDir next(g_confinement);
    CHECK_FALSE(std::filesystem::exists(left));
    CHECK(std::filesystem::exists(fresh));
    CHECK(std::filesystem::exists(in_use.path()));
    std::filesystem::remove(fresh);
}

TEST_CASE("eight jobs at once keep their bytes apart")
{
    std::vector<std::thread> threads;
    std::vector<int>         good(8, 0);
    for (std::size_t i = 0; i < good.size(); ++i)
        threads.emplace_back([&good, i] {
            Small small("echo");
            small.job.input       = Input::bytes(ramp(100'000 + i));
            const Outcome outcome = small.run();
            good[i]               = outcome.ok() && outcome.result == small.job.input.data;
        });
    for (auto& thread : threads) thread.join();
    for (const int each : good) CHECK(each == 1);
}

TEST_CASE("without a sandbox the limits still apply, and the outcome says that there was none")
{
    Confinement confinement = Confinement::unsandboxed();
    confinement.stub   = g_confinement.stub;
    Job job;
    job.argv          = {"/usr/bin/sleep", "120"};
    job.limits.wall_s = 0.3;
    const Outcome slept = run(job, confinement);
    CHECK(summary(slept) == "timeout");
    CHECK_FALSE(slept.sandboxed);
    CHECK(slept.wall_ms < 60'000);

    job.argv          = {"/usr/bin/yes"};
    job.limits.wall_s = 5;
    CHECK(summary(run(job, confinement)) == "output_limit");

    job.argv          = {"/usr/bin/sh", "-c", "sleep 121 & echo $!"};         // the group dies with its leader
    job.limits.wall_s = 100;
    const Outcome left = run(job, confinement);
    CHECK(summary(left) == "exited 0");
    CHECK(left.wall_ms < 60'000);
    CHECK(warning(confinement).find("NO SANDBOX") != std::string::npos);
    CHECK(warning(g_confinement).empty());
}

TEST_CASE("somebody else can talk to a job, and sees that it has ended")
{
    for (Confinement confinement : both()) {
        confinement.stub = g_confinement.stub;
        Small small("echo");
        Pipe  to, from;
        REQUIRE((to.make() && from.make()));
        small.job.argv     = {"/usr/bin/cat"};
        small.job.attached = Attached{dup(to.read.get()), dup(from.write.get())};
        to.read.reset(), from.write.reset();
        Outcome     outcome;
        std::thread runner([&] { outcome = small.run(confinement); });
        CHECK(write(to.write.get(), "hello", 5) == 5);
        char got[6] = {};
        CHECK(read(from.read.get(), got, 5) == 5);
        CHECK(std::string(got) == "hello");
        to.write.reset();                                               // the last end outside: nobody else kept one
        CHECK(read(from.read.get(), got, 5) == 0);
        runner.join();
        CHECK_MESSAGE(outcome.ok(), outcome.text);
    }
}

TEST_CASE("a job can be stopped before its time")
{
    Small             small("echo");
    std::atomic<bool> stop{false};
    small.job.argv = {"/usr/bin/sleep", "120"};
    small.job.stop = &stop;
    small.job.limits.wall_s = 200;
    std::thread stopper([&] { usleep(100'000), stop = true; });
    const Outcome outcome = small.run();
    stopper.join();
    CHECK_FALSE(outcome.ok());
    CHECK(outcome.wall_ms < 60'000);
}

TEST_CASE("a job with a device opens sockets within itself, and none to a network; any other job opens none")
{
    Small small("echo", {"sockets"});
    if (!g_confinement.sandboxed) return;
    CHECK(small.run().code == 1);
    small.job.devices = {"/dev/null"};
    CHECK(small.run().code == 0);
}
