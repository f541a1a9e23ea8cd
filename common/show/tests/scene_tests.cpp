#include <doctest/doctest.h>

#include "show/story.hpp"
#include "tests/scenes.hpp"

using namespace halo::show;

namespace {

TEST_CASE("accesses of a line in the same round are one moment, and barriers are moments of their own")
{
    const Scene scene = read(small_run());
    REQUIRE(scene.moments.size() == 6);
    CHECK(scene.moments[0].line == 7);
    CHECK(scene.moments[0].parts.size() == 2);
    CHECK(scene.moments[1].barrier());
    CHECK(scene.moments[1].line == 8);
    CHECK(scene.moments[2].rounds == 3);
    CHECK(scene.moments[4].round == 3);
    CHECK(scene.moments[5].rounds == 0);
}

TEST_CASE("a barrier at which the block ended is there, too")
{
    Json json = small_run();
    json["trace"]["barriers"] = {8, 12};
    const Scene scene = read(json);
    CHECK(scene.moments.back().barrier());
    CHECK(scene.moments.back().line == 12);
}

TEST_CASE("a thread that stores to shared memory what it did not load is blank, and one that loads from there is not")
{
    const Scene scene = read(small_run());
    const Part& stores = scene.moments[0].parts[1];
    CHECK(stores.touches[0].blank);
    CHECK_FALSE(stores.touches[1].blank);
    CHECK_FALSE(scene.moments[5].parts[0].touches[0].blank);        // global memory

    Json json = small_run();                                        // a moment without any load: sums, not ghost elements
    json["trace"]["steps"].erase(0);
    CHECK_FALSE(read(json).moments[0].parts[0].touches[0].blank);
}

TEST_CASE("an array that the lab's contract knows as rows gets two indices")
{
    const Scene scene = read(small_run());
    CHECK(scene.arrays[0].element(8) == "d_in[1][2]");
    CHECK(scene.arrays[1].element(3) == "s_tile[3]");
    Json json = small_run();
    json["geometry"]["matrices"][0]["across"] = 3;
    json["geometry"]["matrices"][0]["row"] = 6;
    CHECK(read(json).arrays[0].element(10) == "d_in[1][1][1]");
    json["geometry"]["matrices"][0]["rows"] = 5;                    // not this array
    CHECK(read(json).arrays[0].element(10) == "d_in[10]");
}

TEST_CASE("the thread that is followed first stores an output, or the wrong one, or races")
{
    CHECK(read(small_run()).thread == 0);
    Json json = small_run();
    json["footprint"] = {{"sentence", "s"}, {"element", 1}, {"columns", 1}, {"marks", {"missing"}}};
    CHECK(read(json).thread == 1);
    json["race"] = {{"array", "s_tile"}, {"space", "shared"}, {"index", {2}}, {"line", 7}, {"other_line", 10}, {"thread", {2, 0, 0}}, {"other_thread", {1, 0, 0}}, {"same_block", true}};
    const Scene scene = read(json);
    CHECK(scene.thread == 2);
    REQUIRE(scene.race);
    CHECK(scene.race->array == 1);
    CHECK(scene.race->element == 2);
    json["race"]["same_block"] = false;
    CHECK_FALSE(read(json).race);
}

TEST_CASE("sentences count threads and name what they touch")
{
    const Scene scene = read(small_run());
    CHECK(sentence(scene, scene.moments[0]) == "line 7: 3 threads load an element of d_in each; 4 threads store to s_tile, 1 of them without a load.");
    CHECK(sentence(scene, scene.moments[1]) == "line 8: the barrier. No thread goes on before all 4 have come; what they stored is there for all of them.");
    CHECK(sentence(scene, scene.moments[3]) == "line 10, round 2 of 3: 2 threads load an element of s_tile each.");
    Json json = small_run();
    json["trace"]["steps"][2]["threads"] = {{0, 2, 1, 0}, {1, 2, 1, 0}};
    json["trace"]["steps"][3]["threads"] = {{1, 3, 1, 0}};
    const Scene other = read(json);
    CHECK(sentence(other, other.moments[2]) == "line 10, round 1 of 3: 2 threads load the same element, s_tile[2].");
    CHECK(sentence(other, other.moments[3]) == "line 10, round 2 of 3: 1 thread loads s_tile[3].");
}

TEST_CASE("a shuffle is described as such, and costs nothing")
{
    Json json = small_run();
    json["trace"]["arrays"][1]["space"] = "lanes";
    const Scene scene = read(json);
    CHECK(sentence(scene, scene.moments[2]) == "line 10, round 1 of 3: 2 threads take the value of a lane of their warp each.");
    const Part& part = scene.moments[3].parts[0];
    CHECK(cost_sentence(scene.arrays[part.array], part, part.costs[0]).empty());
}

TEST_CASE("a request's cost says what would do, and only where less would")
{
    const Scene scene = read(small_run());
    const auto told = [&](std::size_t moment, std::size_t part) {
        const Part& p = scene.moments[moment].parts[part];
        return cost_sentence(scene.arrays[p.array], p, p.costs[0]);
    };
    CHECK(told(0, 0) == "warp 0 loads 3 elements of d_in in 2 sectors of 32 bytes, where 1 would do");
    CHECK(told(5, 0) == "warp 0 stores 2 elements of d_out in 1 sector of 32 bytes");
    CHECK(told(2, 0) == "warp 0 loads 2 elements of s_tile without a bank conflict");
    CHECK(told(3, 0) == "warp 0 loads 2 elements of s_tile in 2 turns: lanes want different words of one bank");

    Json wide = small_run();                    // a float4 is four elements
    for (Json& thread : wide["trace"]["steps"][5]["threads"]) thread[1] = 4 * thread[1].get<int>(), thread[2] = 4;
    const Scene fours = read(wide);
    const Part& stored = fours.moments[5].parts[0];
    Part alike = stored;                        // one element for all threads of the warp
    for (Touch& touch : alike.touches) touch.element = 4, touch.count = 1;
    CHECK(cost_sentence(fours.arrays[alike.array], alike, alike.costs[0]) == "2 threads of warp 0 store one element of d_out in 1 sector of 32 bytes");
    CHECK(cost_sentence(fours.arrays[stored.array], stored, stored.costs[0]) == "warp 0 stores 8 elements of d_out in 1 sector of 32 bytes");
}

TEST_CASE("what cannot be read is refused")
{
    CHECK_THROWS_AS(scene_from_json("{"), Unreadable);
    CHECK_THROWS_AS(scene_from_json("{}"), Unreadable);
    Json json = small_run();
    json["trace"]["steps"][0]["array"] = 3;
    CHECK_THROWS_AS(read(json), Unreadable);
    json = small_run();
    json["trace"]["steps"][0]["threads"][0] = {1, 2};
    CHECK_THROWS_AS(read(json), Unreadable);
}

}  // namespace
