// What a program built by cucc does: `cucc run`, its settings, and what is reported when it ends.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("without the watchers a program gives the same result, and only barriers and crashes are reported")
{
    Folder folder;
    CHECK(folder.build({"--no-watch", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");

    folder.write("race.cu", "__global__ void k(int* d) { __shared__ int s[64]; s[threadIdx.x] = 1; *d = s[63 - threadIdx.x]; }\n"
                            "int main() { int* d; cudaMalloc(&d, 4); k<<<1, 64>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({folder.in("race.cu"), "-o", folder.in("watched")}) == 0);
    CHECK(folder.run({folder.in("watched")}) == 1);
    CHECK(folder.build({"--no-watch", folder.in("race.cu"), "-o", folder.in("fast")}) == 0);
    CHECK(folder.run({folder.in("fast")}) == 0);
    CHECK(folder.text == "");

    folder.write("barrier.cu", "__global__ void k()\n{\n    if (threadIdx.x < 7) __syncthreads();\n}\n"
                               "int main() { k<<<1, 64>>>(); cudaDeviceSynchronize(); }\n");
    CHECK(folder.build({"--no-watch", folder.in("barrier.cu"), "-o", folder.in("barrier")}) == 0);
    CHECK(folder.run({folder.in("barrier")}) == 1);
    CHECK(folder.text.find("barrier.cu:3: __syncthreads()") != std::string::npos);

    // Stores are not seen, so nothing is known of what an atomic function reads.
    folder.write("counters.cu", "__global__ void k(int* d)\n{\n    __shared__ int s[2];\n    if (threadIdx.x < 2) s[threadIdx.x] = 0;\n    __syncthreads();\n"
                                "    atomicAdd(&s[threadIdx.x % 2], 1);\n    __syncthreads();\n    d[threadIdx.x % 2] = s[threadIdx.x % 2];\n}\n"
                                "int main() { int* d; cudaMalloc(&d, 8); k<<<1, 64>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({"--no-watch", folder.in("counters.cu"), "-o", folder.in("counters")}) == 0);
    CHECK(folder.run({folder.in("counters")}) == 0);
    CHECK(folder.text == "");
}

TEST_CASE("run builds a .cu first, leaves nothing behind, passes the arguments on and returns the program's exit code")
{
    Folder folder;
    folder.write("args.cu", "#include <cstdio>\nint main(int n, char** words) { printf(\"%d %s\\n\", n, words[2]); return 5; }\n");
    CHECK(folder.build({"run", "--threads=2", folder.in("args.cu"), "--order=backwards", "b c"}) == 5);
    CHECK(folder.text == "3 b c\n");
    CHECK(folder.build({folder.in("args.cu"), "-o", folder.in("args")}) == 0);
    CHECK(folder.build({"run", folder.in("args"), "x", "y"}) == 5);
    CHECK(folder.text == "3 y\n");
    folder.write("args.cu", "int main() { return undeclared; }\n");
    CHECK(folder.build({"run", folder.in("args.cu")}) == 1);
    CHECK(folder.text.find(folder.in("args.cu") + ":1:21: error: 'undeclared'") != std::string::npos);
}

TEST_CASE("run chooses the order of threads: a wrong program's output changes, its findings do not")
{
    Folder folder;
    folder.write("last.cu", "#include <cstdio>\n__global__ void last(int* d) { *d = threadIdx.x; }\nint main()\n{\n    int *d, h;\n"
                            "    cudaMalloc(&d, 4);\n    last<<<1, 32>>>(d);\n    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                            "    printf(\"%d\\n\", h);\n    cudaFree(d);\n}\n");
    CHECK(folder.build({folder.in("last.cu"), "-o", folder.in("last")}) == 0);
    const std::string finding = "last.cu:2: two threads access d[0], with no barrier between\n"
                                "  where: block (0,0): thread (1,0) writes, thread (0,0) writes\n"
                                "  try:   let one thread own each element; do two of them compute the same index?\n\n";
    CHECK(folder.build({"run", folder.in("last")}) == 1);
    CHECK(folder.text == "31\n" + finding);
    CHECK(folder.build({"run", "--order=reverse", folder.in("last")}) == 1);
    CHECK(folder.text == "0\n" + finding);
    CHECK(folder.build({"run", "--order=random:3", folder.in("last")}) == 1);
    CHECK(folder.text.ends_with("\n" + finding));
}

TEST_CASE("thread-local variables of the C++ library, where it is linked statically, are not shared arrays")
{
    Folder folder;
    folder.write("past.cu", "__global__ void k(float* d)\n{\n    __shared__ float s_row[32];\n    s_row[threadIdx.x % 32] = d[threadIdx.x];\n"
                            "    __syncthreads();\n    d[threadIdx.x] = s_row[threadIdx.x];\n}\n"
                            "int main() { float* d; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096); k<<<1, 1024>>>(d); cudaFree(d); }\n");
    for (const std::string compiler : {"g++", "g++ -static-libstdc++"}) {
        CAPTURE(compiler);
        CHECK(folder.build({folder.in("past.cu"), "-o", folder.in("past")}, {"CXX=" + compiler}) == 0);
        CHECK(folder.run({folder.in("past")}) == 1);
        CAPTURE(folder.text);
        CHECK(folder.text.starts_with("past.cu:6: read of s_row[32], past the end of its 32 elements\n"));
        CHECK(folder.text.find("try:") == folder.text.rfind("try:"));
    }
}

TEST_CASE("two writes of the same value are reported as a race on request only")
{
    Folder folder;
    folder.write("same.cu", "__global__ void same(int* d) { *d = 1; }\n"
                            "int main() { int* d; cudaMalloc(&d, 4); same<<<1, 32>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({folder.in("same.cu"), "-o", folder.in("same")}) == 0);
    CHECK(folder.build({"run", folder.in("same")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.build({"run", "--report-same-value-writes", folder.in("same")}) == 1);
    CHECK(folder.text.find("same.cu:1: two threads access d[0]") != std::string::npos);
}

TEST_CASE("a kernel that does not end is stopped at run's time limit")
{
    Folder folder;
    folder.write("spin.cu", "__global__ void spin(int* d)\n{\n    while (*(volatile int*)d == 0) {}\n}\n"
                            "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); spin<<<1, 1>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({"run", "--time-limit=1", folder.in("spin.cu")}) == 1);
    CHECK(folder.text.find("spin.cu:3: kernel spin did not end within 1 second") != std::string::npos);
}

TEST_CASE("a kernel without accesses is stopped at its own line, also where the signals that stop it have queued")
{
    // On one processor, the thread that sends them runs on: all of them wait for the one that runs the kernel.
    Folder folder;
    folder.write("queue.cu", "#include <csignal>\n#include <thread>\n#include <pthread.h>\n#include <sched.h>\n"
                             "__global__ void spin(volatile int* started, int i)\n{\n    *started = 1;\n"
                             "    for (; i != -1; i = (i * 5 + 3) % 7) {}\n    *started = i;\n}\n"
                             "int main()\n{\n    cpu_set_t one;\n    CPU_ZERO(&one);\n    CPU_SET(sched_getcpu(), &one);\n"
                             "    sched_setaffinity(0, sizeof one, &one);\n    int* started;\n    cudaMallocManaged(&started, sizeof(int));\n    *started = 0;\n"
                             "    std::thread other([started, launching = pthread_self()] {\n"
                             "        while (*const_cast<volatile int*>(started) == 0) sched_yield();\n"
                             "        for (int i = 0; i < 4; ++i) pthread_kill(launching, SIGRTMIN + 2);\n    });\n"
                             "    spin<<<1, 32>>>(started, 1);\n    cudaDeviceSynchronize();\n    other.join();\n}\n");
    CHECK(folder.build({folder.in("queue.cu"), "-pthread", "-o", folder.in("queue")}) == 0);
    CHECK(folder.build({"run", folder.in("queue")}) == 1);
    CAPTURE(folder.text);
    CHECK(folder.text.find("queue.cu:8: kernel spin did not end within") != std::string::npos);
}

TEST_CASE("ten thousand launches of hundreds of kernels take no memory that stays, and the last kernel's race has its lines")
{
    constexpr int kKernels = 200, kRounds = 50;
    std::string source = "#include <cstdio>\n#include <fstream>\n#include <string>\n";
    for (int i = 0; i < kKernels; ++i)
        source += fmt::format("__global__ void add_{}(int* d) {{ d[threadIdx.x] += {}; }}\n", i, i % 3);
    source += "__global__ void last(int* d) { d[threadIdx.x / 2] = int(threadIdx.x); }\n"
              "long resident()\n{\n    std::ifstream status(\"/proc/self/status\");\n    long kib = 0;\n"
              "    for (std::string word; status >> word;)\n        if (word == \"VmRSS:\") status >> kib;\n    return kib;\n}\n"
              "int main()\n{\n    int *d, h;\n    cudaMalloc(&d, 128);\n    cudaMemset(d, 0, 128);\n    long before = 0;\n"
              "    for (int round = 0; round < " + std::to_string(kRounds) + "; ++round) {\n        if (round < 3) before = resident();\n";
    for (int i = 0; i < kKernels; ++i) source += fmt::format("        add_{}<<<1, 32>>>(d);\n", i);
    source += "    }\n    const long grown = resident() - before;\n    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
              "    std::printf(\"%d %s\\n\", h, grown < 512 ? \"as before\" : \"grown\");\n    last<<<1, 32>>>(d);\n    cudaFree(d);\n}\n";
    Folder folder;
    folder.write("many.cu", source);
    CHECK(folder.build({folder.in("many.cu"), "-o", folder.in("many")}) == 0);
    CHECK(folder.build({"run", folder.in("many")}) == 1);
    CAPTURE(folder.text);
    CHECK(folder.text.starts_with(fmt::format("{} as before\n", kRounds * (kKernels / 3 * 3 + 1))));
    CHECK(folder.text.find(fmt::format("many.cu:{}: two threads access d[0], with no barrier between", kKernels + 4)) != std::string::npos);
}

TEST_CASE("a kernel takes parameters of up to 32,764 bytes, of which each thread may change its own")
{
    Folder f;
    const auto program = [](int ints, const std::string& kernel) {
        return fmt::format("#include <cstdio>\nstruct Table {{ int v[{0}]; }};\n"
                           "template <class T> __global__ void sums(T table, int* out)\n{{\n    table.v[{0} - 1] += int(threadIdx.x);\n    int sum = 0;\n"
                           "    for (int i = 0; i < {0}; ++i) sum += table.v[i];\n    out[threadIdx.x] = sum;\n}}\n"
                           "__global__ void plain(Table table, int* out)\n{{\n    table.v[0] += int(threadIdx.x);\n    int sum = 0;\n"
                           "    for (int i = 0; i < {0}; ++i) sum += table.v[i];\n    out[threadIdx.x] = sum;\n}}\n"
                           "int main()\n{{\n    static Table t;\n    for (int i = 0; i < {0}; ++i) t.v[i] = i % 5;\n    int *d, h[64];\n    cudaMalloc(&d, sizeof h);\n"
                           "    {1}<<<1, 64>>>(t, d);\n    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n    std::printf(\"%d %d\\n\", h[0], h[63]);\n}}\n",
                           ints, kernel);
    };
    for (const std::string kernel : {"plain", "sums"})
        for (const int ints : {1000, 2000, 3000, 8185}) {
            CAPTURE(kernel);
            CAPTURE(ints);
            f.write("large.cu", program(ints, kernel));
            CHECK(f.run({cucc, "run", f.in("large.cu")}) == 0);
            int sum = 0;
            for (int i = 0; i < ints; ++i) sum += i % 5;
            CHECK(f.text == fmt::format("{} {}\n", sum, sum + 63));
        }
    f.write("larger.cu", program(8190, "plain"));
    CHECK(f.run({cucc, "run", f.in("larger.cu")}) == 1);
    CHECK(f.text.find("a kernel's parameters have at most 32764 bytes") != std::string::npos);
}

TEST_CASE("findings are reported before host code aborts, also by a failed assert about the result that they explain")
{
    Folder folder;
    for (const std::string end : {"assert(h == 1);", "if (h != 1) std::abort();"}) {
        CAPTURE(end);
        folder.write("sum.cu", "#include <cassert>\n#include <cstdlib>\n__global__ void sum(int* out) { out[threadIdx.x] += 1; }\nint main()\n{\n"
                               "    int *d, h;\n    cudaMalloc(&d, 64 * sizeof(int));\n    sum<<<1, 64>>>(d);\n"
                               "    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);\n    " + end + "\n}\n");
        CHECK(folder.build({folder.in("sum.cu"), "-o", folder.in("sum")}) == 0);
        CHECK(folder.run({folder.in("sum")}) == 128 + SIGABRT);
        CHECK(folder.text.find("sum.cu:3: read of d[0], which was never initialised") != std::string::npos);
    }
}

namespace {

/// Launches a kernel that races, or one that does not, and then does what `end` says.
std::string ends_by_signal(const std::string& end, bool races = true)
{
    return "#include <atomic>\n#include <csignal>\n#include <cstdio>\n#include <cstdlib>\n#include <thread>\n#include <sys/resource.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
           "__global__ void k(int* d)\n{\n    " + std::string(races ? "*d" : "d[threadIdx.x]") + " = threadIdx.x;\n}\n"
           "__global__ void waits(volatile int* begun, const volatile int* go) { *begun = 1; while (*go == 0) {} }\n"
           "void note(int) { std::puts(\"its own\"); }\n"
           "int main(int, char** words)\n{\n    const rlimit none{0, 0};\n    setrlimit(RLIMIT_CORE, &none);\n    const int by = std::atoi(words[1]);\n"
           "    int* d;\n    cudaMalloc(&d, 32 * sizeof(int));\n    k<<<1, 32>>>(d);\n    cudaDeviceSynchronize();\n    " + end + "\n}\n";
}

std::size_t occurrences(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

const std::string kRace = "ended.cu:11: two threads access d[0], with no barrier between\n";

}  // namespace

TEST_CASE("findings and the profile are reported before a signal ends the program, which it still does")
{
    Folder folder;
    const std::string in_loop = "kill(getpid(), by);\n    for (volatile int i = 0;; i = i + 1) {}";
    const std::string asleep = "std::thread([by] { kill(getpid(), by); }).detach();\n    for (;;) pause();";
    const std::string in_kernel = "int *begun, *go;\n    cudaMallocHost(&begun, 4);\n    cudaMallocHost(&go, 4);\n    *begun = *go = 0;\n"
                                  "    std::thread([=] { while (*(volatile int*)begun == 0) {} kill(getpid(), by); }).detach();\n"
                                  "    waits<<<1, 1>>>(begun, go);\n    for (;;) pause();";
    for (const std::string& end : {in_loop, asleep, in_kernel}) {
        folder.write("ended.cu", ends_by_signal(end));
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU}) {
            CAPTURE(end);
            CAPTURE(signal);
            CHECK(folder.run({folder.in("ended"), std::to_string(signal)}) == 128 + signal);
            CHECK_MESSAGE(occurrences(folder.text, kRace) == 1, folder.text);
        }
    }
    CHECK(folder.build({"run", "--profile", folder.in("ended"), std::to_string(SIGTERM)}) == 128 + SIGTERM);
    CHECK(occurrences(folder.text, kRace) == 1);
    CHECK_MESSAGE(folder.text.find("k (grid 1x1x1, block 32x1x1), ended.cu:") != std::string::npos, folder.text);
}

TEST_CASE("findings and the profile are reported before a crash of host code, which is still one")
{
    Folder folder;
    const std::pair<std::string, int> crashes[] = {{"*(volatile int*)8 = by;", SIGSEGV},
                                                   {"__builtin_trap();", SIGILL},
                                                   {"std::thread([] { *(volatile int*)8 = 1; }).join();", SIGSEGV},
                                                   {"cudaMemcpy(d, (void*)64, 128, cudaMemcpyHostToDevice);", SIGSEGV},
                                                   {"std::raise(SIGSEGV);", SIGSEGV},
                                                   {"std::raise(SIGABRT);", SIGABRT}};
    for (const auto& [crash, signal] : crashes) {
        CAPTURE(crash);
        folder.write("ended.cu", ends_by_signal(crash));
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        CHECK(folder.run({folder.in("ended"), "0"}) == 128 + signal);
        CHECK_MESSAGE(occurrences(folder.text, kRace) == 1, folder.text);
    }
    folder.write("ended.cu", ends_by_signal(crashes[0].first));
    CHECK(folder.build({"run", "--profile", folder.in("ended.cu"), "0"}) == 128 + SIGSEGV);
    CHECK(occurrences(folder.text, kRace) == 1);
    CHECK_MESSAGE(folder.text.find("k (grid 1x1x1, block 32x1x1), ended.cu:") != std::string::npos, folder.text);

    for (const bool before_all_calls : {true, false}) {
        std::string program = ends_by_signal(before_all_calls ? "" : crashes[0].first, false);
        if (before_all_calls) program.insert(program.find("    int* d;"), "    " + crashes[0].first + "\n");
        folder.write("ended.cu", program);
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        CHECK(folder.run({folder.in("ended"), "0"}) == 128 + SIGSEGV);
        CHECK(folder.text == "");
    }
}

TEST_CASE("findings and the profile are reported before _exit, in a handler too, and not by a child")
{
    Folder folder;
    for (const std::string end : {"_exit(by);", "std::_Exit(by);", "std::signal(SIGTERM, [](int) { _exit(7); });\n    kill(getpid(), SIGTERM);",
                                  "std::thread([by] { _exit(by); }).join();"}) {
        CAPTURE(end);
        folder.write("ended.cu", ends_by_signal(end));
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        CHECK(folder.run({folder.in("ended"), "7"}) == 1);
        CHECK_MESSAGE(folder.text.starts_with(kRace), folder.text);
        CHECK(occurrences(folder.text, kRace) == 1);
        CHECK(folder.run({folder.in("ended"), "7"}, {"HALO_ERROR_EXITCODE=0"}) == 7);
        CHECK(occurrences(folder.text, kRace) == 1);
    }
    folder.write("ended.cu", ends_by_signal("_exit(by);"));
    CHECK(folder.build({"run", "--profile", folder.in("ended.cu"), "7"}) == 1);
    CHECK_MESSAGE(folder.text.find("k (grid 1x1x1, block 32x1x1), ended.cu:") != std::string::npos, folder.text);

    folder.write("ended.cu", ends_by_signal("_exit(by);", false));
    CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
    CHECK(folder.run({folder.in("ended"), "7"}) == 7);
    CHECK(folder.text == "");

    // A child has no report to make, of fork() or vfork(): it would be its parent's.
    for (const std::string fork : {"fork", "vfork"}) {
        CAPTURE(fork);
        folder.write("ended.cu", ends_by_signal("const int child = " + fork + "();\n    if (child == 0) _exit(by);\n    int status = 0;\n"
                                                "    waitpid(child, &status, 0);\n    std::printf(\"%d\\n\", WEXITSTATUS(status));\n    std::fflush(stdout);"));
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        CHECK(folder.run({folder.in("ended"), "7"}) == 1);
        CHECK_MESSAGE(folder.text.starts_with("7\n" + kRace), folder.text);
        CHECK(occurrences(folder.text, kRace) == 1);
    }
}

TEST_CASE("a report that takes its time is complete before _exit, a crash or a signal ends the program")
{
    // A reader that takes a pipe's 64 KiB ten times a second: the report gets on all the time, and needs longer than one that hangs is given.
    constexpr int kLaunches = 2500;
    const std::string reader = "i=0; while [ $i -lt 36 ]; do dd bs=65536 count=1 iflag=fullblock 2>/dev/null; sleep 0.1; i=$((i + 1)); done; cat";
    Folder folder;
    for (const std::string end : {"_exit(by);", "*(volatile int*)8 = by;", "kill(getpid(), SIGTERM);\n    for (;;) pause();"}) {
        CAPTURE(end);
        std::string program = ends_by_signal(end, false);
        program.replace(program.find("k<<<"), 0, fmt::format("for (int i = 0; i < {}; ++i) ", kLaunches));
        folder.write("ended.cu", program);
        CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
        CHECK(folder.run({"/bin/sh", "-c", fmt::format("'{}' 7 2>&1 | {{ {}; }}", folder.in("ended"), reader)}, {"HALO_PROFILE=launches"}) == 0);
        CHECK(folder.text.size() > 36 * 65536);
        CHECK(occurrences(folder.text, "k (grid 1x1x1, block 32x1x1), ended.cu:") == kLaunches);
        CHECK(folder.text.find("Caches are not modelled") != std::string::npos);
    }
}

TEST_CASE("a program without findings that a signal ends prints nothing")
{
    Folder folder;
    folder.write("ended.cu", ends_by_signal("kill(getpid(), by);\n    for (;;) pause();", false));
    CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
    for (const int signal : {SIGTERM, SIGPIPE}) CHECK(folder.run({folder.in("ended"), std::to_string(signal)}) == 128 + signal);
    CHECK(folder.text == "");
}

TEST_CASE("a signal that the program's threads block waits for them: none of the engine's takes it")
{
    Folder folder;
    std::string program = ends_by_signal("k<<<4096, 32>>>(d);\n    cudaDeviceSynchronize();\n    std::signal(by, note);\n    sigset_t only;\n    sigemptyset(&only);\n    sigaddset(&only, by);\n"
                                         "    pthread_sigmask(SIG_BLOCK, &only, nullptr);\n    kill(getpid(), by);\n    usleep(200000);\n    std::puts(\"blocked\");\n"
                                         "    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);\n    std::fflush(stdout);", false);
    folder.write("ended.cu", program);
    CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
    for (const std::string threads : {"HALO_THREADS=1", "HALO_THREADS=4"}) {
        CAPTURE(threads);
        for (const int signal : {SIGTERM, SIGPIPE, SIGABRT, SIGXFSZ}) {
            CAPTURE(signal);
            folder.run({folder.in("ended"), std::to_string(signal)}, {threads});
            CHECK_MESSAGE(folder.text.starts_with("blocked\nits own\n"), folder.text);
        }
    }
}

TEST_CASE("what a program does about a signal is its own affair: a handler, or that it ignores it, set before or after its first launch")
{
    Folder folder;
    const std::string send = "\n    kill(getpid(), by);\n    std::puts(\"went on\");\n    std::fflush(stdout);\n";
    for (const std::string set : {"std::signal(by, note);", "std::signal(by, SIG_IGN);"})
        for (const bool before : {true, false}) {
            CAPTURE(set);
            CAPTURE(before);
            std::string program = ends_by_signal((before ? "" : set) + send);
            if (before) program.insert(program.find("    int* d;"), "    " + set + "\n");
            folder.write("ended.cu", program);
            CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
            CHECK(folder.run({folder.in("ended"), std::to_string(SIGINT)}) == 1);
            CHECK_MESSAGE(folder.text.starts_with(set.find("note") != std::string::npos ? "its own\nwent on\n" + kRace : "went on\n" + kRace), folder.text);
            CHECK(occurrences(folder.text, kRace) == 1);
        }
    // A child of fork() has no report to make; its parent sees which signal ended it.
    folder.write("ended.cu", ends_by_signal("const int child = fork();\n    if (child == 0) for (kill(getpid(), by);;) pause();\n    int status = 0;\n"
                                            "    waitpid(child, &status, 0);\n    std::printf(\"%d\\n\", WTERMSIG(status));\n    std::fflush(stdout);"));
    CHECK(folder.build({folder.in("ended.cu"), "-o", folder.in("ended")}) == 0);
    CHECK(folder.run({folder.in("ended"), std::to_string(SIGTERM)}) == 1);
    CHECK_MESSAGE(folder.text.starts_with(std::to_string(SIGTERM) + "\n" + kRace), folder.text);
    CHECK(occurrences(folder.text, kRace) == 1);
}

TEST_CASE("the exit code of a program with findings can be chosen, and one without keeps its own")
{
    Folder f;
    const auto program = [](const std::string& index) {
        return "__global__ void k(int* d) { d[" + index + "] = 1; }\n"
               "int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaFree(d); return 5; }\n";
    };
    f.write("wrong.cu", program("threadIdx.x + 1"));
    f.write("right.cu", program("threadIdx.x"));
    for (const std::string name : {"wrong", "right"}) CHECK(f.build({f.in(name + ".cu"), "-o", f.in(name)}) == 0);
    CHECK(f.run({f.in("wrong")}) == 1);
    CHECK(f.run({f.in("right")}) == 5);
    CHECK(f.run({cucc, "run", "--error-exitcode=77", f.in("wrong")}) == 77);
    CHECK(f.run({cucc, "run", "--error-exitcode", "77", f.in("wrong")}) == 77);
    CHECK(f.text.find("wrong.cu:1: ") != std::string::npos);
    CHECK(f.run({cucc, "run", "--error-exitcode", "77", f.in("right")}) == 5);
    CHECK(f.run({f.in("wrong")}, {"HALO_ERROR_EXITCODE=0"}) == 5);      // reported, and no more
    CHECK(f.text.find("wrong.cu:1: ") != std::string::npos);
    CHECK(f.run({f.in("right")}, {"HALO_ERROR_EXITCODE=77"}) == 5);

    // A program that the engine ends has no exit code of its own.
    f.write("host.cu", "[[gnu::noinline]] void store(char* from, long bytes) { *reinterpret_cast<unsigned*>(from + bytes) = 0; }\n"
                       "int main() { char local; store(&local, reinterpret_cast<char*>(&halo_now) - &local); return 5; }\n");
    CHECK(f.run({cucc, "run", "--error-exitcode=9", f.in("host.cu")}) == 9);
}

TEST_CASE("an invalid setting ends with 2, and lists the valid ones")
{
    Folder folder;
    const auto refused = [&](const std::string& option, const std::string& text) {
        CAPTURE(option);
        CHECK(folder.build({"run", option, folder.in("prog.cu")}) == 2);
        CHECK(folder.text == "cucc: " + text + "\n");
    };
    const std::string order = "  try:   --order=ORDER: forward, reverse, or random:SEED with a whole number";
    refused("--order=sideways", "--order=sideways is not understood\n" + order);
    refused("--order=random", "--order=random is not understood\n" + order);
    refused("--order=random:x", "--order=random:x is not understood\n" + order);
    refused("--order", "--order is not understood\n" + order);
    refused("--threads=0", "--threads=0 is not understood\n  try:   --threads=N: a whole number from 1 to 1024");
    refused("--time-limit=1.5", "--time-limit=1.5 is not understood\n  try:   --time-limit=S: whole seconds from 1 to 86400");
    refused("--device-memory=8G", "--device-memory=8G is not understood\n  try:   --device-memory=BYTES: whole bytes from 1048576 to 1099511627776");
    refused("--report-same-value-writes=no", "--report-same-value-writes takes no value\n  try:   cucc run --help");
    refused("--error-exitcode=256", "--error-exitcode=256 is not understood\n  try:   --error-exitcode=N: a whole number from 0 to 255; 0: the program's own exit code");
    refused("--reverse", "run --reverse is not understood\n  try:   cucc run --help");

    CHECK(folder.build({"run"}) == 2);
    CHECK(folder.text == "cucc: no program to run\n  try:   cucc run --help\n");
    CHECK(folder.build({"run", folder.in("nothing")}) == 2);
    CHECK(folder.text.starts_with("cucc: there is no file " + folder.in("nothing") + "\n"));
    CHECK(folder.build({"run", folder.in("part of it.hpp")}) == 2);
    CHECK(folder.text.starts_with("cucc: the program " + folder.in("part of it.hpp") + " can't be started: Permission denied\n"));
    CHECK(folder.build({"run", "--help"}) == 0);
    CHECK(std::count(folder.text.begin(), folder.text.end(), '\n') <= 25);
}

TEST_CASE("an invalid environment variable ends the program with 2 at its first use of the device")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    for (const std::string variable : {"HALO_ORDER=sideways", "HALO_THREADS=many", "HALO_LAUNCH_LIMIT=0", "HALO_DEVICE_MEMORY=8G", "HALO_SAME_VALUE=yes",
                                       "HALO_ERROR_EXITCODE=-1"}) {
        CAPTURE(variable);
        CHECK(folder.run({folder.in("prog")}, {variable}) == 2);
        CHECK(folder.text.starts_with(variable + " is not understood\n  where: the environment of this program\n  try:   "));
    }
    for (const std::string variable : {"HALO_ORDER=reverse", "HALO_ORDER=", "HALO_THREADS=3", "HALO_SAME_VALUE=report", "HALO_ERROR_EXITCODE=255"}) {
        CAPTURE(variable);
        CHECK(folder.run({folder.in("prog")}, {variable}) == 0);
        CHECK(folder.text == "7\n");
    }
}
