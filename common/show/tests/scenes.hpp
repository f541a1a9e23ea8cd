#pragma once
// A small run, as a lab's program writes it: four threads copy eight elements of a 2 x 6 image through shared memory.

#include <nlohmann/json.hpp>

#include "show/scene.hpp"

namespace halo::show {

using Json = nlohmann::json;

/// Line 7: threads 1 to 3 load in[0][0..2] and all four store to s_tile; line 8: the barrier; line 10, in three rounds: threads 0 and 1
/// load s_tile[t + round]; line 11: they store out[0][t].
inline Json small_run()
{
    const auto warp = [](int sectors, int fewest, int conflicts) { return Json::array({Json::array({0, sectors, fewest, conflicts})}); };
    Json steps = Json::array();
    const auto step = [&](int line, int path, int barriers, const char* access, int array, Json threads, Json warps) {
        steps.push_back({{"line", line}, {"path", path}, {"barriers", barriers}, {"access", access}, {"array", array}, {"threads", threads}, {"warps", warps}});
    };
    step(7, 0, 0, "load", 0, {{1, 0, 1, 10.5}, {2, 1, 1, 11}, {3, 2, 1, 12}}, warp(2, 1, 0));
    step(7, 0, 0, "store", 1, {{0, 0, 1, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 3, 1, 0}}, warp(0, 0, 0));
    for (int round = 0; round < 3; ++round)
        step(10, 100 + round, 1, "load", 1, {{0, round, 1, 0}, {1, round + 1, 1, 0}}, warp(0, 0, round == 1 ? 1 : 0));
    step(11, 0, 1, "store", 2, {{0, 0, 1, 0}, {1, 1, 1, 0}}, warp(1, 1, 0));
    const auto array = [](const char* name, const char* space, Json shape) {
        return Json{{"name", name}, {"space", space}, {"texture", false}, {"shape", shape}, {"element_bytes", 4}, {"start", 0}};
    };
    return {
        {"lab", "07_some_lab"}, {"function", "some_function"}, {"file", "some.cu"}, {"call", "6 x 2 image, radius 1"}, {"verdict", "passed"}, {"message", ""},
        {"source", "// </script><b>\n\n\n__global__ void k()\n{\n\n load;\n barrier;\n\n sum;\n store;\n}\nother;\n"},
        {"geometry", {{"radius", 1}, {"tile", 2}, {"filter", 3}, {"matrices", {{{"rows", 2}, {"row", 6}, {"across", 1}, {"name", ""}}}}}},
        {"output", {{"name", "d_out"}, {"array", "out"}, {"row", 6}, {"across", 1}}},
        {"trace",
         {{"kernel", "k"}, {"grid", {3, 1, 1}}, {"block_shape", {4, 1, 1}}, {"block", {0, 0, 0}}, {"steps", steps}, {"barriers", {8}}, {"host", Json::array()}, {"left_out", 0},
          {"arrays", {array("d_in", "global", {12}), array("s_tile", "shared", {4}), array("d_out", "global", {12})}}}},
    };
}

inline Scene read(const Json& json) { return scene_from_json(json.dump()); }

}  // namespace halo::show
