#include "sample_class.hpp"

#include <array>

#include "findings/verdict.hpp"

namespace halo::grader::test {
namespace {

using record::Step;
using gradebook::Cell;
using gradebook::LabCells;

const record::RunLab kTiled{"07_conv2d_tiled", "2-D convolution with a shared-memory tile", "harness-hash", {"conv2d_basic", "conv2d_tiled"}};
const record::RunLab kTranspose{"01_transpose", "Transpose", "harness-hash", {"transpose_naive"}};

record::Timing timing()
{
    record::Timing t;
    t.pace = record::Pace::timed;
    t.card = "NVIDIA H200", t.size = "16384 x 16384 image, radius 2", t.basic = "conv2d_basic";
    t.rounds = 40;
    t.ms = {0.52, 0.532, 0.54}, t.speedup = {6.9, 7.02, 7.1}, t.of_copy = {0.94, 0.95, 0.96};
    t.printed = "timed";
    return t;
}

Judgement passed(const std::string& function)
{
    Judgement j = bare_judgement(function, Verdict::passed, {function + ": right in all 2 cases; reuse_ratio 16.20, expected 16.20", "", ""});
    j.counters = Counters{.launches = 1, .threads = 52000, .global_loads = 1234567, .global_load_requests = 41664, .global_load_sectors = 120000, .shared_bank_conflicts = 3};
    j.reuse_ratio = j.expected_reuse_ratio = 16.2;
    j.interior_reuse_ratio = 16;
    j.cases = {{"one full tile is right up to its edges", Verdict::passed, {}}, {"neighbouring tiles meet without a seam", Verdict::passed, {}}};
    j.remarks = {{"conv2d_tiled.cu:7: each store touches 8 sectors where 4 would do", "", "let x come from threadIdx.x"}};
    j.printed = "hello";
    return j;
}

Judgement failed(const std::string& function, Verdict verdict)
{
    Judgement j = bare_judgement(function, verdict,
                                 {"conv2d_tiled.cu:9: s_tile[0] is written here and read in line 11, with no barrier between",
                                  "block (0,0): thread (0,0) writes, thread (4,0) reads; the `return` in line 10", "put a `__syncthreads()` between the store and the load",
                                  "nearly every pixel is the one expected 1 pixel further right\n> > > > >     > met an element right of its own\n> > > > >"});
    j.key = halo::Key::race;
    j.cases = {{"one full tile is right up to its edges", verdict, j.message}};
    j.findings = {{"race", j.message, 24}};
    j.leaked_bytes = 4096;
    return j;
}

Cell cell(const std::string& student, const record::RunLab& lab, const std::string& function, Judgement judgement, double points)
{
    Cell out{student, lab.lab, function, lab.lab + "/conv2d_tiled.cu", "content", std::move(judgement), points, 10};
    out.steps = {{Step::Why::verdict, words(out.judgement.verdict), points}};
    return out;
}

LabCells transpose(const std::string& student, Judgement judgement, double points)
{
    return {kTranspose.lab, {cell(student, kTranspose, "transpose_naive", std::move(judgement), points)}};
}

gradebook::Row ada()
{
    gradebook::Row row{"ada", {"s1234567", "Ada Lovelace", "ada@example.edu", "Tuesday"}};
    LabCells lab{kTiled.lab, {cell("ada", kTiled, "conv2d_basic", passed("conv2d_basic"), 10), cell("ada", kTiled, "conv2d_tiled", passed("conv2d_tiled"), 8.8)}};
    lab.cells[1].steps = {{Step::Why::verdict, "passed", 10}, {Step::Why::reuse, "reuse ratio 8.1 of 10.0 expected", -1.2}};
    lab.cells[1].timing = timing();
    lab.cells[1].comment = "A clean kernel.\nMind the names.";
    lab.predictions = {{{{"conv2d_tiled", "global_loads"}, record::Said::predicted, 46800, "f"}, 41664, 1}, {{{"conv2d_tiled", "global_store_requests"}, record::Said::declined, 0, "f"}, {}, {}}};
    lab.unread = {{"prediction.toml:17: idle_threads must be a whole number", "", "as in 5152"}};
    lab.steps = {{Step::Why::late, "2 days late: 20 %", -3.76}, {Step::Why::by_hand, "by hand, M. Rossi", 2}};
    lab.late = {"2026-03-01T22:59:59Z", "2026-03-03T20:15:00Z", "submissions.zip", "illness", 2, 1};
    lab.comment = "Well explained.";
    row.labs = {std::move(lab), transpose("ada", passed("transpose_naive"), 10)};
    row.labs[1].extra = true;
    row.comment = "See you in the next course.";
    row.steps = {{Step::Why::by_hand, "by hand, M. Rossi: presentation", 1}};
    return row;
}

gradebook::Row ben()
{
    gradebook::Row row{"ben"};
    LabCells lab{kTiled.lab, {}};
    constexpr std::array kAll = {Verdict::grader_fault, Verdict::missing, Verdict::does_not_compile, Verdict::timeout, Verdict::memory_limit, Verdict::crash, Verdict::cuda_error,
                                 Verdict::out_of_bounds, Verdict::barrier, Verdict::race, Verdict::uninitialised, Verdict::wrong_result, Verdict::implausible, Verdict::slow_pattern};
    for (const Verdict verdict : kAll) {
        const std::string function = "f_" + std::string(name(verdict));
        lab.cells.push_back(cell("ben", kTiled, function, failed(function, verdict), 0));
    }
    lab.cells[0].points.reset();
    lab.cells[0].steps.clear();
    Judgement& compiled = lab.cells[2].judgement;
    compiled.message = {"conv2d_tiled.cu:9: error: expected ‘;’ before ‘}’", "`s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f`", "see below"};
    compiled.printed = "conv2d_tiled.cu:9:65: error: expected ‘;’ before ‘}’\n    9 |         s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f\n      |"
                       "                                                             ^\n";
    row.labs = {std::move(lab), transpose("ben", failed("transpose_naive", Verdict::wrong_result), 0)};
    row.labs[1].dropped = true;
    return row;
}

gradebook::Row mia()
{
    gradebook::Row row{"mia"};
    LabCells lab{kTiled.lab, {}};
    for (const std::string& function : kTiled.functions)
        lab.cells.push_back(cell("mia", kTiled, function, bare_judgement(function, Verdict::missing, {"grader: submissions/mia has no file for lab 07_conv2d_tiled", "looked for it", "hand it in"}), 0));
    for (Cell& missing : lab.cells) missing.file.clear(), missing.content.clear();
    row.labs = {std::move(lab), transpose("mia", passed("transpose_naive"), 10)};
    return row;
}

}  // namespace

std::string sample_source()
{
    return "// the first line\n#include \"conv2d_tiled.hpp\"\n\n__global__ void conv2d_tiled_kernel(const float* in, float* out)\n{\n"
           "    __shared__ float s_tile[kBlock][kBlock];\n\tint x = 7;\r\n\n\ts_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f\n    if (in_halo) return;\n    float sum = s_tile[0][0];\n"
           "    // <script>alert(1)</script>\n    // " + std::string(10000, 'x') + "\n}";
}

report::Sources sample_sources()
{
    return {[](const std::string& content) { return content == "content" ? std::optional(sample_source()) : std::nullopt; },
            [](const std::string&, const Judgement& j) {
                if (j.verdict == Verdict::passed || j.verdict == Verdict::missing) return std::vector<std::string>{};
                return std::vector<std::string>{"Which threads must arrive at `__syncthreads()`?", "A barrier waits for all threads.", "the place", "nearly the answer"};
            }};
}

gradebook::Table sample_class()
{
    gradebook::Table table;
    table.course = "Convolution in CUDA";
    table.run.started = "2026-03-04T08:00:00Z";
    table.run.settings = "secret-settings";
    table.run.labs = {kTiled, kTranspose};
    table.rows = {ada(), ben(), mia()};
    for (const gradebook::Row& row : table.rows) table.run.students.push_back(row.student);
    return table;
}

}  // namespace halo::grader::test
