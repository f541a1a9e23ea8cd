// Processes of tests: several at once, and none is left behind.

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include <unistd.h>

#include "harness/student/isolate.hpp"

using namespace halo::lab;

namespace {

constexpr unsigned kSeconds = 30;       // for what takes none: only if it fails

/// Waits until somebody writes a byte.
bool arrives(Pipe& pipe)
{
    char byte;
    return read(pipe.ends[0], &byte, 1) == 1;
}

}  // namespace

TEST_CASE("a process may wait for one that was started after it")
{
    Pipe message;
    Isolation first([&](const Sink& sink) { sink(arrives(message) ? "arrived" : "nothing"); });
    Isolation second([&](const Sink& sink) {
        write_all(message.ends[1], "!");
        sink("sent");
    });
    CHECK(first.wait(kSeconds).response == "arrived");
    CHECK(second.wait(kSeconds).response == "sent");
}

TEST_CASE("responses longer than a pipe arrive whole, in whatever order they are waited for")
{
    const std::string one(1 << 20, '1'), two(1 << 20, '2');
    Isolation first([&](const Sink& sink) { sink(one); });
    Isolation second([&](const Sink& sink) { sink(two); });
    CHECK(second.wait(kSeconds).response == two);
    const Isolated isolated = first.wait(kSeconds);
    CHECK(isolated.response == one);
    CHECK(isolated.ended == "exit:0");
}

TEST_CASE("a crash ends one process, not those beside it")
{
    Isolation crashing([](const Sink&) { std::abort(); });
    Isolation other([](const Sink& sink) { sink("right"); });
    CHECK(crashing.wait(kSeconds).ended == "signal:6");
    CHECK(other.wait(kSeconds).response == "right");
}

TEST_CASE("a process that nobody waits for is killed")
{
    Pipe held;
    std::optional<Isolation> endless;
    endless.emplace([](const Sink&) {
        for (;;) pause();
    });
    held.close_end(1);
    endless.reset();                    // would not return
    CHECK_FALSE(arrives(held));         // the other end, which it held, is closed
}
