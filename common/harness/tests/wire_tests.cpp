#include <random>

#include <doctest/doctest.h>

#include "harness/wire/wire.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

Facts some_facts()
{
    Facts facts;
    facts.counters.emplace().global_loads = 66556;
    facts.error = CallError{{"a.cu:3: oh", "there", "this"}, "cudaErrorInvalidValue", "cudaMemcpy"};
    Refusal& r = facts.refusal.emplace();
    r.call = "cudaMemcpy";
    r.kind = RefusedCall::copy;
    r.at = {"a.cu", 41};
    r.direction = -1;
    r.target.there = 1001;
    r.source.asked = ~std::uint64_t(0);
    r.grid = {3, 2, 1};
    r.limit = LaunchLimit::depth;
    facts.leaked_bytes = 12;
    facts.input_use = InputUse{.inputs = 800, .on_device = 799, .loaded = 7, .host_made = 3};
    facts.stored_by = {{{0, 16}, {33, 16}}, {{16, 17}}};
    facts.proof = Proof{.global_loads = 900, .shared_stores = 4, .inputs = 561, .blocks = {{.loaded = {{0, 396}, {400, 1}}, .stored = {{0, 330}}, .unsure = true}, {.loaded = {}, .stored = {{330, 231}}, .unsure = false}}};
    facts.lines.push_back({.at = {"a.cu", 52}, .access = Access::write, .space = Space::constant, .array = "c_tile", .array_bytes = 1600, .row = 20,
                           .bytes = 4, .requests = 9, .lanes = 288, .conflicts = 27, .dearest_requests = 9});
    facts.lines[0].dearest = {.lanes = 32, .stride = -80, .regular = true, .conflicts = 3};
    Finding& f = facts.findings.emplace_back();
    f.kind = FindingKind::race;
    f.kernel = "k";
    f.launched = {"a.cu", 63};
    f.at = {"a.cu", 3};
    f.other = {"a.cu", 4};
    f.access = Access::write;
    f.space = Space::shared;
    f.array = "s_tile";
    f.index = {0, -1};
    f.shape = {20, 20};
    f.thread = {1, 2, 3};
    f.last = {{4, 5, 6}, {0, 2, 3}, {-9}};
    f.other_left = true;
    f.across_warps = false;
    f.barrier_between = 17;
    f.mask = 0xff00ff01;
    f.unnamed = true;
    f.count = 7;
    f.overwritten = "d_in";
    f.filled_from = "h_in";
    f.device_copy = "c_filter";
    f.copy_is_variable = true;
    return facts;
}

std::string a_response()
{
    const std::vector<float> values = {1, 2, 3};
    return begun_record(0) + output_record(0, 1, values) + facts_record(0, some_facts()) + begun_record(1)
           + output_record(1, 0, values) + facts_record(1, some_facts()) + end_record();
}

}  // namespace

TEST_CASE("a request arrives as it was sent")
{
    const Request sent{"conv2d_tiled", {{ImageSize{3, 2, 1}, {{1, 2, 3, 4, 5, 6}, {7}}}, {Size(), {}}}, 3, true};
    const auto got = request_from(to_bytes(sent));
    REQUIRE(got);
    CHECK(got->function == sent.function);
    REQUIRE(got->calls.size() == 2);
    CHECK(got->calls[0].size == sent.calls[0].size);
    CHECK(got->calls[0].arrays == sent.calls[0].arrays);
    CHECK(got->traced == sent.traced);
    CHECK(got->loads);
    CHECK(!request_from(to_bytes(sent) + "x"));
    CHECK(!request_from(to_bytes(sent).substr(0, 60)));
    CHECK(!request_from("halo request 4\n"));
    CHECK(!got->lines);
    CHECK(!request_from(""));
}

TEST_CASE("a response arrives as it was sent, facts and all")
{
    const Response got = response_from(a_response(), 2);
    CHECK(got.complete);
    CHECK(!got.malformed);
    REQUIRE(got.calls.size() == 2);
    CHECK(got.calls[0].finished);
    CHECK(got.calls[0].guard == 1);
    CHECK(got.calls[0].values == std::vector<float>{1, 2, 3});
    const Facts& facts = got.calls[1].facts;
    CHECK(facts.counters == some_facts().counters);
    CHECK(facts.error->message == some_facts().error->message);
    CHECK(facts.error->code == "cudaErrorInvalidValue");
    CHECK(facts.error->call == "cudaMemcpy");
    REQUIRE(facts.refusal);
    CHECK(facts.refusal->at.line == 41);
    CHECK(facts.refusal->source.asked == ~std::uint64_t(0));
    CHECK(facts.refusal->direction == -1);
    CHECK(facts.leaked_bytes == 12);
    CHECK(facts.input_use == some_facts().input_use);
    REQUIRE(facts.lines.size() == 1);
    CHECK(facts.lines[0].dearest == some_facts().lines[0].dearest);
    CHECK(facts.lines[0].at.line == 52);
    REQUIRE(facts.findings.size() == 1);
    CHECK(to_json(facts) == to_json(some_facts()));
    CHECK(facts.findings[0].thread == Index3{1, 2, 3});
    CHECK(facts.findings[0].last.thread == Index3{0, 2, 3});
    CHECK(facts.findings[0].launched == Place{"a.cu", 63});
    CHECK(facts.findings[0].overwritten == "d_in");
    CHECK(facts.findings[0].filled_from == "h_in");
    CHECK(facts.findings[0].device_copy == "c_filter");
    CHECK(facts.findings[0].copy_is_variable);
    CHECK(facts.findings[0].other_left);
    CHECK_FALSE(facts.findings[0].across_warps);
    CHECK(facts.findings[0].barrier_between == 17);
    CHECK(facts.findings[0].mask == 0xff00ff01);
    CHECK(facts.findings[0].unnamed);
}

TEST_CASE("a response cut short keeps the calls that came before, and is never complete")
{
    const std::string whole = a_response();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Response got = response_from(std::string_view(whole).substr(0, length), 2);
        CHECK(!got.complete);
        CHECK(!got.malformed);
    }
    const std::size_t second = whole.find("CALL", 4);
    CHECK(response_from(std::string_view(whole).substr(0, second + 20), 2).calls[0].finished);
    CHECK(!response_from(std::string_view(whole).substr(0, second + 20), 2).calls[1].finished);
}

TEST_CASE("bytes after the end mark, unknown records and calls that were not requested are malformed")
{
    CHECK(response_from(a_response() + "more", 2).malformed);
    CHECK(response_from(a_response() + a_response(), 2).malformed);
    CHECK(response_from(a_response(), 1).malformed);
    std::string unknown = a_response();
    unknown.replace(0, 4, "WHAT");
    CHECK(response_from(unknown, 2).malformed);
}

TEST_CASE("no bytes make the reader throw, hang or allocate too much")
{
    std::mt19937 random(1);
    const std::string whole = a_response();
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = whole;
        for (unsigned changes = 1 + random() % 8; changes > 0; --changes) bytes[random() % bytes.size()] = char(random());
        const Response got = response_from(bytes, 2);
        CHECK(got.calls.size() == 2);
    }
    std::string huge = "OUT.";
    huge += std::string(8, '\xff') + std::string(8, '\0');
    CHECK(!response_from(huge, 2).complete);
}

TEST_CASE("malformed data is reported with call, finding, field and value")
{
    const std::string whole = a_response();
    const auto damage = [&](const std::string& what, const std::string& with) {
        std::string bytes = whole;
        const std::size_t at = bytes.rfind(what);
        REQUIRE(at != std::string::npos);
        bytes.replace(at, what.size(), with);
        const std::size_t record = bytes.rfind("FACT");
        const std::uint64_t length = bytes.rfind("END.") - record - 12;
        bytes.replace(record + 4, 8, reinterpret_cast<const char*>(&length), 8);
        const Response got = response_from(bytes, 2);
        CHECK(got.malformed == !got.damage.empty());
        CHECK(got.calls[0].finished);
        return got.damage;
    };
    CHECK(damage(R"("block_shape":[0,0,0])", R"("block_shape":[0,1,1])") == "call 2: finding 1: block_shape is [0,1,1]");
    CHECK(damage(R"("block_shape":[0,0,0])", R"("block_shape":[33,32,1])") == "call 2: finding 1: block_shape is [33,32,1]");
    CHECK(damage(R"("block_shape":[0,0,0])", R"("block_shape":[8,4,3])") == "call 2: finding 1: thread is [1,2,3]");
    CHECK(damage(R"("block_shape":[0,0,0])", R"("block_shape":[2,3,4])").empty());
    CHECK(damage(R"("thread":[1,2,3])", R"("thread":[1024,0,0])") == "call 2: finding 1: thread is 1024");
    CHECK(damage(R"("kind":4)", R"("kind":8)") == "call 2: finding 1: kind is 8");
    CHECK(damage(R"("kind":4)", R"("kind":6)").empty());
    CHECK(damage(R"("space":1)", R"("space":true)") == "call 2: finding 1: space is true");
    CHECK(damage(R"("shape":[20,20])", R"("shape":[20,-1])") == "call 2: finding 1: shape is -1");
    CHECK(damage(R"("shape":[20,20])", R"("shape":[16777216,16777217])") == "call 2: finding 1: shape is [16777216,16777217]");
    CHECK(damage(R"("shape":[20,20])", R"("shape":[16777216,16777216])").empty());
    CHECK(damage(R"("index":[0,-1])", R"("index":[0,0,0,0,0,0,0,0,0])") == "call 2: finding 1: index is [0,0,0,0,0,0,0,0,0]");
    CHECK(damage(R"("global_loads":66556)", R"("global_loads":-1)") == "call 2: global_loads is -1");
    CHECK(damage(R"("global_loads":66556)", R"("global_loads":18446744073709551615)") ==
          "call 2: global_loads is 18446744073709551615");
    CHECK(damage(R"("global_loads":66556)", R"("global_loads":9007199254740992)").empty());
    CHECK(damage(R"("requests":9,)", R"("requests":0,)") == "call 2: line 1: requests is 0");
    CHECK(damage(R"("lanes":288)", R"("lanes":-1)") == "call 2: line 1: lanes is -1");
    CHECK(damage(R"("lanes":32)", R"("lanes":33)") == "call 2: line 1: dearest: lanes is 33");
    CHECK(damage(R"("lanes":32)", R"("lanes":31)").empty());
    CHECK(damage(R"("begin":0)", R"("begin":33)") == "call 2: line 1: dearest: begin is 33");
    CHECK(damage(R"("lines":[{)", R"("lines":[3,{)") == "call 2: line 1 is 3");
    CHECK(damage(R"("dearest":{)", R"("dearest":3,"x":{)") == "call 2: line 1: dearest is 3");
    CHECK(damage(R"("findings":[{)", R"("findings":[3,{)") == "call 2: finding 1 is 3");
    CHECK(damage(R"("limit":3)", R"("limit":9)") == "call 2: refusal: limit is 9");
    CHECK(damage(R"("there":1001)", R"("there":-1)") == "call 2: refusal: target: there is -1");
    CHECK(damage(R"("grid":[3,2,1])", R"("grid":[3,2,4294967296])") == "call 2: refusal: grid is 4294967296");
    CHECK(damage(R"("direction":-1)", R"("direction":1.5)") == "call 2: refusal: direction is 1.5");
    CHECK(damage(R"("refusal":{)", R"("refusal":[0],"x":{)") == "call 2: refusal is [0]");
    CHECK(damage(R"("error":{)", R"("error":0,"x":{)") == "call 2: error is 0");
    CHECK(damage(R"("stored_by":[[0,16,33,16],)", R"("stored_by":[[0,16,33],)") == "call 2: stored_by: block 1 is [0,16,33]");
    CHECK(damage(R"("proof":{)", R"("proof":3,"x":{)") == "call 2: proof is 3");
    CHECK(damage(R"("loaded":[0,396,400,1])", R"("loaded":[0,396,400])") == "call 2: proof: block 1: loaded is [0,396,400]");
    CHECK(damage(R"("loaded":[0,396,400,1])", R"("loaded":[0,396,400,0])") == "call 2: proof: block 1: loaded: count is 0");
    CHECK(damage(R"("loaded":[0,396,400,1])", R"("loaded":[0,396])").empty());
    CHECK(damage(R"("unsure":true)", R"("unsure":1)") == "call 2: proof: block 1: unsure is 1");
    CHECK(response_from(whole.substr(0, whole.find("END.")) + facts_record(1, some_facts()), 2).damage ==
          "call 2: its facts come twice");
}

TEST_CASE("facts from a hostile process are bounded: text, findings, nesting, size")
{
    CHECK(!facts_from_json(""));
    CHECK(!facts_from_json("[]"));
    CHECK(!facts_from_json("{\"error\": "));
    CHECK(!facts_from_json("{\"a\":" + std::string(100000, '[')));
    const std::string numbers = R"({"leaked_bytes":0,"host_reads":0,"fetched_bytes":0,"sent_bytes":0,"ms":0.0,)", none = R"("findings":[],)";
    std::string many = numbers + "\"findings\":[";
    for (int i = 0; i < 1000; ++i) many += "{\"kind\":4},";
    many.back() = ']';
    CHECK(facts_from_json(many + "}")->findings.size() == 64);
    CHECK(facts_from_json(numbers + none + "\"error\":{\"headline\":\"" + std::string(100000, 'x') + "\"}}")->error->message.headline.size() == 4000);
    CHECK(facts_from_json(numbers + none + "\"error\":{\"headline\":\"a\\u001b[31mb\"}}")->error->message.headline == "a?[31mb");
    CHECK(!facts_from_json("{\"ms\":\"" + std::string(5u << 20, 'x') + "\"}"));
}
