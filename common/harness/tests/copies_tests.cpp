// The launches and copies of a call, and which of them is doubtful.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/judge/copies.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

const CopySide h_in{"h_in", 400, true}, h_out{"h_out", 400, true}, d_in{"d_in", 400, false}, d_out{"d_out", 400, false};

HostStep copy(int line, const CopySide& target, const CopySide& source, std::uint64_t bytes = 400) { return {{"a.cu", line}, {}, target, source, bytes}; }
HostStep launch(int line) { return {{"a.cu", line}, "conv1d_kernel", {}, {}, 0}; }

std::string of(std::vector<HostStep> steps, bool stored = true, bool on_host = true)
{
    History h;
    if (stored) h.stored.emplace();
    h.steps = std::move(steps);
    return doubtful_copies(h, {.name = on_host ? "h_out" : "d_out", .on_host = on_host});
}

}  // namespace

TEST_CASE("copies that are whole and in time are not doubtful")
{
    CHECK(of({copy(10, d_in, h_in), launch(20), copy(30, h_out, d_out)}).empty());
    CHECK(of({copy(10, d_in, h_in, 200), copy(11, d_in, h_in, 200), launch(20), copy(30, h_out, d_out)}).empty());      // in two parts
    CHECK(of({copy(10, d_in, h_in), launch(20)}, true, false).empty());             // an output on the device needs no copy
    CHECK(of({copy(10, d_in, {"", 0, true}, 4), launch(20), copy(30, h_out, d_out)}).empty());
    CHECK(of({copy(10, {"d_in", 800, false}, h_in), launch(20), copy(30, h_out, d_out)}).empty());      // a larger array
    CHECK(of({}).empty());
}

TEST_CASE("a result that never comes back, or comes back too early, is named by line")
{
    CHECK(of({copy(10, d_in, h_in), launch(20)}) == "line 20 launches conv1d_kernel, and no line copies to h_out");
    CHECK(of({launch(20), copy(30, d_out, h_out)}) == "line 30 copies from h_out, and no line copies to it");
    CHECK(of({copy(15, h_out, d_out), launch(20)}) == "line 15 copies to h_out before line 20 launches conv1d_kernel");
    CHECK(of({launch(20), copy(15, h_out, d_out), launch(21)}) == "line 15 copies to h_out before line 21 launches conv1d_kernel");
    CHECK(of({launch(20), copy(30, h_out, d_in)}, false) == "line 30 copies d_in to h_out");
}

TEST_CASE("a copy of a part of a host array, and one that no kernel can use")
{
    CHECK(of({copy(10, d_in, h_in, 100), launch(20), copy(30, h_out, d_out)}) == "line 10 copies 100 of the 400 bytes of h_in");
    CHECK(of({launch(20), copy(30, h_out, d_out, 4)}) == "line 30 copies 4 of the 400 bytes of h_out");
    CHECK(of({launch(20), copy(25, d_in, h_in), copy(30, h_out, d_out)}) == "line 25 copies h_in to d_in when line 20 has launched conv1d_kernel");
    CHECK(of({launch(20), copy(25, d_in, h_in), launch(26), copy(30, h_out, d_out)}).empty());
}

TEST_CASE("a launch that stores nothing is named; a call without one has nothing to name")
{
    History h;
    CHECK(launched_in_vain(h).empty());
    h.steps = {copy(10, d_in, h_in), launch(20), launch(21)};
    CHECK(launched_in_vain(h) == "line 21 launches conv1d_kernel, which stores nothing");
}
