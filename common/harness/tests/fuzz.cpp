// Whatever bytes a submission sends, the judge neither crashes nor hangs, and its answer is JSON with a message.
//
// With clang this is a target for libFuzzer. Built with HALO_FUZZ_DRIVER it has its own driver, which mutates honest
// responses for a while: usage: fuzz SECONDS [SEED]; fuzz --seeds FOLDER writes those responses.
//
// The first byte of an input chooses the kind of problem, the second how the rest is read: as the bytes of a response, or as
// the fields of a well-formed one, with arbitrary findings and values.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/judge/judge.hpp"
#include "harness/tests/fuzz_facts.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/elementwise/kind.hpp"
#include "kinds/picture/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

constexpr double kSlow = 2.0;   // seconds of processor time for one response
constexpr const char* kFunction = "f";

struct Subject {
    Lab lab;
    std::vector<PlannedCall> calls;
    std::vector<std::vector<float>> right;      ///< what each call should return
};

template <class K>
Subject subject(const K& of, const typename K::Size& size)
{
    const Judged kind = of;
    Subject s{{"99_fuzz", "f.cu", {{.name = kFunction, .kind = kind}}, {{kFunction, "small", {size}, false}, {kFunction, "measured", {size}, true}},
               {{kFunction, "global_load_sectors", &Counters::global_load_sectors, 1.0, "load whole sectors", 1}}}, {}, {}};
    s.calls = plan(s.lab, kFunction, 1, 0);
    s.calls.push_back({.case_index = 1, .size = size, .seed = 2, .for_card = true});     // no larger, to be fast
    for (const Inputs& inputs : request_for(s.lab, kFunction, s.calls).calls) s.right.push_back(kind->solve(inputs).want);
    return s;
}

const std::vector<Subject>& subjects()
{
    static const std::vector<Subject> all = {
        subject(HostConv1d{}, {9, 3}),
        subject(DeviceConv1d{}, {9, 3}),
        subject(Conv1d{.radius = 2, .tile = 8}, {19}),
        subject(Conv2d{.radius = 1, .tile = 4}, {9, 7}),
        subject(Transpose{.tile = 4}, {9, 7}),
        subject(TransposeInPlace{.tile = 4}, {7}),
        subject(FilterImage{.radius = 1, .tile = 4}, {5, 6}),
        subject(SeparableConv2d{.radius = 1}, {9, 7}),
        subject(Channels1d{.radius = 1, .tile = 4}, {9, 2, 3}),
        subject(AddToEach{.amount = 10}, {9}),
        subject(HostAddToEach{.amount = 10}, {9}),
        subject(ReverseBlocks{.block = 4}, {8}),      // whole blocks, as the lab has them
    };
    return all;
}

std::string response(const Subject& subject, fuzz::Pieces p)
{
    std::string out;
    for (std::uint32_t i = 0; i < subject.calls.size(); ++i) {
        std::vector<float> values = subject.right[i];
        const unsigned guard = p.below(4);
        for (unsigned changes = p.below(8); changes > 0; --changes) values[p.take<std::uint16_t>() % values.size()] = p.take<float>();
        if (p.below(4) == 0)
            for (float& value : values) value = p.empty() ? std::nanf("") : p.take<float>();
        values.insert(values.begin(), guard, p.below(8) == 0 ? p.take<float>() : std::nanf(""));
        values.insert(values.end(), guard, std::nanf(""));
        out += begun_record(i) + output_record(i, guard, values) + facts_record(i, fuzz::facts(p));
    }
    return p.below(8) == 0 ? out : out + end_record();
}

/// What a program may answer to an inquiry: outputs of the right size, with any values.
std::string answer_to(const Inquiry& inquiry, std::size_t outputs, fuzz::Pieces p)
{
    std::string out;
    for (std::uint32_t i = 0; i < inquiry.request.calls.size(); ++i) {
        std::vector<float> values(outputs);
        const unsigned wholes = p.below(4);
        for (float& value : values) value = wholes != 0 ? float(p.below(1u << (4 * wholes))) : p.take<float>();
        out += begun_record(i) + output_record(i, 0, values) + facts_record(i, fuzz::facts(p));
    }
    return out + end_record();
}

[[noreturn]] void fail(const char* what, const std::string& answer)
{
    std::fprintf(stderr, "fuzz: %s:\n%s\n", what, answer.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static constexpr const char* kEnds[] = {"exit:0", "exit:3", "signal:11", "timeout", "memory", "output"};
    fuzz::Pieces p({reinterpret_cast<const char*>(data), size});
    const Subject& s = subjects()[p.below(unsigned(subjects().size()))];
    const unsigned how = p.below(12);
    const std::clock_t start = std::clock();
    const std::string bytes = how < 6 ? response(s, p) : std::string(p.rest());
    const DetailedJudgement judgement = judge(s.lab, kFunction, s.calls, bytes, kEnds[how % 6]);
    const std::string answer = json_text(judgement);
    if (double(std::clock() - start) / CLOCKS_PER_SEC > kSlow) fail("the judge is slow", answer);
    if (!nlohmann::json::accept(answer)) fail("the answer is not JSON", answer);
    if (judgement.message.headline.empty()) fail("a verdict without a message", answer);
    if (how % 6 != 0 && judgement.verdict == Verdict::passed) fail("passed, although it ended badly", answer);
    if (judgement.verdict != Verdict::passed && !judgement.bounds.empty()) fail("bounds of what did not pass", answer);
    if (!judgement.inquiry) return 0;
    for (const std::string& said : {bytes, answer_to(*judgement.inquiry, s.right[judgement.inquiry->call].size(), p)}) {
        const Judgement again = judge(s.lab, kFunction, s.calls, bytes, kEnds[how % 6], Answer{said, kEnds[how % 6]});
        if (!nlohmann::json::accept(json_text(again))) fail("with an answer to the inquiry it is not JSON", json_text(again));
        if (again.verdict != judgement.verdict) fail("an answer to the inquiry has changed the verdict", json_text(again));
    }
    return 0;
}

/// Honest responses of each kind, read as bytes, and some to be read as fields.
std::vector<std::string> seeds()
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < subjects().size(); ++i) {
        const Subject& s = subjects()[i];
        const std::string plain(400, '\1');
        all.push_back(std::string{char(i), 6} + response(s, fuzz::Pieces(plain)));
        for (char fill = 2; fill < 60; fill += 7) {
            std::string fields{char(i), 0};
            for (int k = 0; k < 600; ++k) fields += char(fill * k + k / 7);
            all.push_back(fields);
            all.push_back(std::string{char(i), 6} + response(s, fuzz::Pieces(fields)));
        }
    }
    return all;
}

#ifdef HALO_FUZZ_DRIVER

#include <chrono>
#include <fstream>
#include <random>

int main(int argc, char** argv)
{
    const std::vector<std::string> corpus = seeds();
    if (argc == 3 && std::string_view(argv[1]) == "--seeds") {
        for (std::size_t i = 0; i < corpus.size(); ++i)
            std::ofstream(std::string(argv[2]) + "/" + std::to_string(i), std::ios::binary) << corpus[i];
        return 0;
    }
    if (argc < 2) {
        std::fprintf(stderr, "usage: fuzz SECONDS [SEED]\n       fuzz --seeds FOLDER\n");
        return 2;
    }
    const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t n) { return std::size_t(random() % std::max<std::size_t>(n, 1)); };
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::strtod(argv[1], nullptr));
    unsigned long responses = 0;
    for (; responses < corpus.size() || std::chrono::steady_clock::now() < end; ++responses) {
        std::string bytes = corpus[responses % corpus.size()];
        for (std::size_t changes = responses < corpus.size() ? 0 : 1 + below(8); changes > 0; --changes) {
            const std::size_t at = below(bytes.size());
            switch (below(4)) {
            case 0: bytes[at] = char(random()); break;
            case 1: bytes[at] = "0123456789-[]{},\":e."[below(20)]; break;
            case 2: bytes.erase(at, below(12)); break;
            default: bytes.insert(at, bytes.substr(below(bytes.size()), below(40)));
            }
            if (bytes.size() < 2) bytes.resize(2);
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("fuzz: %lu responses from %zu, seed %lu: no crash, no hang, a message for each\n", responses, corpus.size(), seed);
}

#endif
