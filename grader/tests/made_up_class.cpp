#include "made_up_class.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace halo::grader::test {
namespace {

using gradebook::Cell, gradebook::LabCells, gradebook::Row;

constexpr const char* kHostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{course}}</style>]]>";

/// A generator whose numbers are the same on every machine.
class Dice {
public:
    /// 0 … sides - 1
    std::size_t roll(std::size_t sides)
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return std::size_t(state_ >> 33) % sides;
    }
    bool chance(std::size_t percent) { return roll(100) < percent; }

private:
    std::uint64_t state_ = 7;
};

const std::array<std::string, 12> kGiven{"Ada", "Zoë", "Grace", "محمد", "דנה", "Łukasz", "Nguyễn Thị Minh", "O'Neill", "伟", "花子", "Ana María", "Björn"};
const std::array<std::string, 10> kFamily{"Lovelace", "Müller", "Hopper", "العربي", "כהן", "Wójcik", "Khai", "Smith-Jones", "王", "山田"};

struct MadeUpFunction {
    const char* name;
    double reuse;       ///< closed form; 0: it has none
};

struct MadeUpLab {
    const char *name, *title;
    std::vector<MadeUpFunction> functions;
};

const std::vector<MadeUpLab> kLabs{
    {"00_first_kernels", "First kernels: five puzzles", {{"map", 0}, {"zip", 0}, {"guard", 0}}},
    {"01_transpose", "Transpose", {{"transpose_naive", 0}, {"transpose_tiled", 0}}},
    {"02_conv1d_basic", "1-D convolution, the basic form", {{"conv1d_basic", 0}}},
    {"03_conv1d_constant", "1-D convolution with the filter in constant memory", {{"conv1d_constant", 0}}},
    {"04_tiled_design1", "Tiled 1-D convolution, design 1", {{"conv1d_design1", 4.5}}},
    {"05_tiled_design2", "Tiled 1-D convolution, design 2", {{"conv1d_design2", 4.7}}},
    {"06_tiled_design3", "Tiled 1-D convolution, design 3", {{"conv1d_design3", 4.9}}},
    {"07_conv2d_tiled", "2-D convolution with a shared-memory tile", {{"conv2d_basic", 0}, {"conv2d_tiled", 16}}},
    {"08_conv2d_design3", "2-D convolution, design 3: only the core in shared memory", {{"conv2d_design3", 18}}},
    {"09_conv2d_loading", "Two ways to load a tile that is larger than its block", {{"conv2d_loading", 20}}},
    {"10_conv2d_shuffle", "2-D convolution with warp shuffles", {{"conv2d_shuffle", 0}}},
    {"11_conv2d_texture", "2-D convolution through a texture", {{"conv2d_texture", 0}}},
    {"12_conv1d_channels", "1-D convolution of many channels", {{"conv1d_channels", 11}}},
    {"13_image_filters", "Filters on a real picture", {{"grey", 0}, {"sobel", 0}, {"blur", 9}}},
    {"14_copy_rate", "As fast as the card", {{"copy", 0}}},
};

struct MadeUpFailure {
    Verdict verdict;
    halo::Key key;
    const char* says;
};

const std::vector<MadeUpFailure> kFailures{
    {Verdict::wrong_result, halo::Key::ghost_not_zero, "68 of 561 values differ: ghost elements do not count as 0"},
    {Verdict::wrong_result, halo::Key::off_by_one, "12 of 561 values differ: off by one"},
    {Verdict::wrong_result, halo::Key::filter_mirrored, "the filter is mirrored"},
    {Verdict::out_of_bounds, halo::Key::out_of_bounds, "in[561] read, past the end of 561 elements"},
    {Verdict::race, halo::Key::race, "s_tile[18] is written and read without a barrier between"},
    {Verdict::barrier, halo::Key::barrier, "__syncthreads() reached by 256 of the block's 400 threads"},
    {Verdict::timeout, halo::Key::endless, "a kernel was stopped because it did not end"},
    {Verdict::crash, halo::Key::crash, "signal 11 in host code"},
    {Verdict::does_not_compile, halo::Key::does_not_compile, "expected ';' before '}' token"},
    {Verdict::slow_pattern, halo::Key::slow_pattern, "the values are right, but reuse_ratio is 1.00"},
    {Verdict::uninitialised, halo::Key::uninitialised, "s_tile[3] is read, and nobody stored it"},
    {Verdict::implausible, halo::Key::implausible, "the values are right, but no kernel was launched"},
};
const std::array<const char*, 4> kCases{"copies one element to its place", "an image that overhangs the last tile keeps its right edge", "ghost elements count as 0", "a second call gets new data"};

Judgement judged(Dice& dice, const MadeUpFunction& function, std::size_t skill)
{
    Judgement j = bare_judgement(function.name, Verdict::passed, {});
    std::size_t ran = kCases.size();
    if (!dice.chance(skill)) {
        const std::size_t which = std::min(dice.roll(kFailures.size()), dice.roll(kFailures.size()));
        const MadeUpFailure& failure = kFailures[which];
        j.verdict = failure.verdict;
        j.key = failure.key;
        j.message = {fmt::format("{}.cu:{}: {}", function.name, 20 + dice.roll(30), failure.says), "", "look at the page"};
        ran = failure.verdict == Verdict::does_not_compile ? 0 : 1 + dice.roll(kCases.size());
    } else if (function.reuse > 0) {
        j.expected_reuse_ratio = 0.82 * function.reuse;
        j.interior_reuse_ratio = function.reuse;
        j.reuse_ratio = *j.expected_reuse_ratio * (dice.chance(85) ? 1 : 0.9 + 0.01 * double(dice.roll(10)));
    }
    for (std::size_t i = 0; i < ran; ++i) j.cases.push_back({kCases[i], j.verdict != Verdict::passed && i + 1 == ran ? j.verdict : Verdict::passed, {}});
    return j;
}

record::Timing timed(Dice& dice, bool compared)
{
    record::Timing t;
    t.card = "NVIDIA H100";
    t.pace = dice.chance(2) ? record::Pace::no_time : dice.chance(2) ? record::Pace::implausible : record::Pace::timed;
    if (t.pace == record::Pace::no_time) {
        t.message = {"the card was busy", "another program used it", "run it again"};
        return t;
    }
    if (t.pace == record::Pace::implausible) t.message = {"0.01 ms is less than the card needs for the bytes", "", ""};
    const double median = 1 + 0.01 * double(dice.roll(700)), half = median * (dice.chance(3) ? 0.1 : 0.03);
    t.ms = record::Range{(median - half) / 10, median / 10, (median + half) / 10};
    t.of_copy = record::Range{(median - half) / 10, median / 10, (median + half) / 10};
    if (compared) t.speedup = record::Range{median - half, median, median + half};
    return t;
}

Cell cell_of(Dice& dice, const Row& row, const MadeUpLab& lab, std::size_t f, std::size_t skill, bool handed_in)
{
    Cell cell{row.student, lab.name, lab.functions[f].name, handed_in ? std::string(lab.name) + ".cu" : "", handed_in ? "content" : "", {}, {}, 10};
    cell.judgement = handed_in ? judged(dice, lab.functions[f], skill) : bare_judgement(cell.function, Verdict::missing, {"no file for this lab", "", ""});
    const bool unlucky = row.student == "s1015838" && cell.function == "conv2d_tiled";      // so that a small class has a fault too
    if (unlucky || (handed_in && dice.roll(400) == 0)) cell.judgement = bare_judgement(cell.function, Verdict::grader_fault, {"the sandbox could not be made", "", "run it again"});
    const Verdict verdict = cell.judgement.verdict;
    if (verdict != Verdict::grader_fault) cell.points = verdict == Verdict::passed ? 10 : verdict == Verdict::slow_pattern ? 5 : 0;
    if (cell.points) cell.steps.push_back({record::Step::Why::verdict, words(verdict), *cell.points});
    if (verdict == Verdict::passed && lab.functions[f].reuse > 0) cell.timing = timed(dice, f > 0);
    return cell;
}

void apply_policy(Dice& dice, LabCells& lab, bool handed_in)
{
    if (!handed_in) return;
    lab.late.due = "2026-03-01T22:59:59Z";
    if (!dice.chance(1)) lab.late.handed_in = "2026-03-01T20:00:00Z";
    if (dice.chance(5)) {
        lab.late.days_late = dice.chance(50) ? 2 : 0.5;
        lab.steps.push_back({record::Step::Why::late, "late", -1});
    }
    if (dice.chance(1)) lab.steps.push_back({record::Step::Why::by_hand, "a good idea", 1.5});
    if (dice.chance(2)) lab.dropped = true;
    lab.extra = lab.lab.starts_with("14");
}

Row row_of(Dice& dice, std::size_t number, std::size_t students, bool hostile)
{
    Row row{fmt::format("s{:07}", 1000000 + 7919 * number)};
    const std::string name = kGiven[dice.roll(kGiven.size())] + " " + kFamily[dice.roll(kFamily.size())];
    row.person = {fmt::format("{:06}", 100003 * (number + 1) % 1000000), name, "", students > 1 ? fmt::format("Tutorial {}", 1 + number % 4) : ""};
    if (number == 3) row.person = {}, row.student = "only_a_folder";
    if (number == 5) row.person.name = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe";
    if (hostile) row = {kHostile + std::to_string(number), {kHostile, kHostile, kHostile, kHostile}};
    return row;
}

void add_markup(Cell& cell)
{
    Judgement& j = cell.judgement;
    cell.file = cell.content = cell.comment = j.printed = kHostile;
    j.message = {kHostile, kHostile, kHostile};
    for (JudgedCase& one : j.cases) one.name = kHostile, one.message = {kHostile, kHostile, kHostile};
    if (!cell.timing) return;
    record::Timing& t = *cell.timing;
    t.card = t.size = t.wanted = t.basic = t.printed = kHostile;
    t.message = {kHostile, kHostile, kHostile};
}

}  // namespace

gradebook::Table made_up_class(std::size_t students, bool hostile)
{
    gradebook::Table table;
    table.course = hostile ? kHostile : "Convolution in CUDA";
    table.run.started = "2026-03-02T09:30:00Z";
    table.run.submissions = hostile ? kHostile : "autumn";
    table.run.settings = hostile ? kHostile : "3 rounds, 10 s of processor time, 2 GiB of memory, bubblewrap and seccomp";
    table.run.card = record::RunCard{hostile ? kHostile : "NVIDIA H100", hostile ? kHostile : "", {}};
    for (const MadeUpLab& lab : kLabs) {
        record::RunLab run{lab.name, lab.title, "harness", {}};
        for (const MadeUpFunction& function : lab.functions) run.functions.push_back(function.name);
        if (hostile) run.title = kHostile;
        table.run.labs.push_back(run);
    }
    Dice dice;
    for (std::size_t r = 0; r < students; ++r) {
        Row row = row_of(dice, r, students, hostile);
        const std::size_t skill = 50 + dice.roll(48);
        for (const MadeUpLab& lab : kLabs) {
            const bool handed_in = dice.chance(93);
            LabCells cells{lab.name, {}};
            for (std::size_t f = 0; f < lab.functions.size(); ++f) {
                cells.cells.push_back(cell_of(dice, row, lab, f, skill, handed_in));
                if (hostile) add_markup(cells.cells.back());
            }
            apply_policy(dice, cells, handed_in);
            if (hostile) cells.comment = cells.late.extension = cells.late.source = cells.late.due = kHostile, cells.late.handed_in = r % 2 ? "" : kHostile;
            row.labs.push_back(std::move(cells));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace halo::grader::test
