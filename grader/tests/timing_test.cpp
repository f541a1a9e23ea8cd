// What is made of a timer's answer, and what it earns.

#include "record/timing.hpp"

#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "course/course.hpp"
#include "course/speed_credit.hpp"
#include "findings/bound.hpp"
#include "machine/errors.hpp"
#include "speed/reading.hpp"
#include "speed/sentences.hpp"
#include "speed/stopwatch.hpp"

namespace timing_test {

using namespace halo;
using namespace halo::grader;

namespace {

/// What the least time of 2 GiB on an H200 is, as it is said: half a millisecond.
std::string least()
{
    for (const Card& card : cards())
        if (card.name == "NVIDIA H200") return fmt::format("{:#.3g} ms", 2147483648.0 / card.bytes_per_s * 1e3);
    return "";
}

/// As the real timer writes it, of 2 GiB.
std::string line(double ms, const std::string& changes = "{}")
{
    nlohmann::json json = nlohmann::json::parse(fmt::format(
        R"({{"function":"conv2d_tiled","card":"NVIDIA H200","size":"16384 x 16384 image, radius 2","wanted":null,"bytes":2147483648.0,"rounds":21,"disturbed":false,"wrong":0,
        "too_fast":false,"ms":[{},{},{}],"overhead_ms":[0.03,0.031,0.032],"of_copy":[0.47,0.48,0.49],
        "against":[{{"name":"conv2d_basic","faster":[1.99,2.0,2.01]}},{{"name":"the solution","faster":[0.9,0.91,0.92]}}]}})", ms * 0.99, ms, ms * 1.01));
    json.update(nlohmann::json::parse(changes));
    return json.dump();
}

record::Timing timed(double of_copy)
{
    record::Timing t;
    t.pace = record::Pace::timed;
    t.of_copy = record::Range{of_copy * 0.995, of_copy, of_copy};
    t.speedup = record::Range{2 * of_copy, 2 * of_copy, 2 * of_copy};
    return t;
}

std::string refused(const std::string& course)
{
    try {
        course::parse_course(course, "course.toml");
    } catch (const UsageError& error) {
        return error.message.headline;
    }
    return "";
}

}  // namespace

TEST_CASE("a time is read with its ratios, and said in three digits")
{
    const record::Timing t = speed::timing_of(line(1.1));
    CHECK(t.pace == record::Pace::timed);
    CHECK(t.basic == "conv2d_basic");
    CHECK(t.speedup == record::Range{1.99, 2.0, 2.01});
    CHECK(t.of_solution == record::Range{0.9, 0.91, 0.92});
    CHECK(speed::brief(t) == "1.10 ms  2.00×  48 %");
    CHECK(speed::sentences(t) == std::vector<std::string>{"1.10 ms (1.09 to 1.11) at 16384 x 16384 image, radius 2, 21 rounds", "48 % of the rate of a copy (47.0 to 49.0)",
                                                   "2.00 times as fast as conv2d_basic (1.99 to 2.01)", "0.910 times as fast as the solution (0.900 to 0.920)",
                                                   least() + " is the least in which an NVIDIA H200 moves its bytes"});
    CHECK(record::timing_from_json(to_json(t).dump()) == t);
}

TEST_CASE("a time below what the bytes need is implausible, one that is merely near it is not, and on an unknown card only a copy can tell")
{
    CHECK(speed::timing_of(line(0.40)).pace == record::Pace::implausible);
    CHECK(speed::timing_of(line(0.40)).message.headline == "conv2d_tiled: 0.400 ms is less than its bytes take to pass between memory and chip");
    CHECK(speed::timing_of(line(0.40)).message.where == "an NVIDIA H200 needs " + least() + " for them at the best rate that was measured");
    CHECK(speed::timing_of(line(0.49)).pace == record::Pace::timed);
    CHECK(speed::timing_of(line(0.40, R"({"card":"NVIDIA A30"})")).pace == record::Pace::timed);
    CHECK(speed::timing_of(line(0.40, R"({"card":"NVIDIA A30","too_fast":true})")).pace == record::Pace::implausible);
    CHECK(speed::brief(speed::timing_of(line(0.40))) == "implausible time");
}

TEST_CASE("what is wrong on the card, gone, disturbed or cut short has its sentence, and no time")
{
    const record::Timing wrong = speed::timing_of(line(1, R"({"wrong":3,"ms":null,"of_copy":null,"against":[]})"));
    CHECK(wrong.pace == record::Pace::wrong);
    CHECK(wrong.message.headline == "conv2d_tiled: 3 elements are wrong on the card, at 16384 x 16384 image, radius 2");
    const record::Timing gone = speed::timing_of(R"({"function":"f","gone":"the function did not end within 20 s"})");
    CHECK(gone.pace == record::Pace::failed);
    CHECK(gone.message.headline == "f: no time: the function did not end within 20 s");
    CHECK(speed::timing_of(line(1, R"({"disturbed":true})")).pace == record::Pace::no_time);
    CHECK(speed::timing_of(line(1, R"({"rounds":2})")).pace == record::Pace::no_time);
    CHECK(speed::timing_of(line(1, R"({"rounds":7})")).pace == record::Pace::timed);
    for (const record::Timing& t : {wrong, gone}) CHECK(record::stands(t.pace));
    CHECK(!record::stands(record::Pace::no_time));
    CHECK(speed::brief(speed::timing_of(line(1, R"({"rounds":2})"))) == "no time");
}

TEST_CASE("an interval longer than a tenth is undecided, and a smaller size is said")
{
    const record::Timing t = speed::timing_of(line(1.1, R"({"wanted":"32768 x 32768 image, radius 2","of_copy":[0.4,0.48,0.5],"against":[{"name":"conv2d_basic","faster":[1.9,2.0,2.2]}]})"));
    CHECK(speed::brief(t) == "1.10 ms  undecided  undecided");
    CHECK(speed::sentences(t)[1] == "undecided: 40 % to 50 % of the rate of a copy");
    CHECK(speed::sentences(t)[2] == "undecided against conv2d_basic: 1.90 to 2.20 times as fast, in 95 of 100 series");
    CHECK(speed::sentences(t).back() == "the card's memory is too small for 32768 x 32768 image, radius 2");
    CHECK(speed::brief(speed::timing_of(line(1.1, R"({"of_copy":[0.46,0.48,0.5],"against":[]})"))) == "1.10 ms  48 %");
}

TEST_CASE("an answer that makes no sense is the timer's fault, and a timer that ends without one costs nobody anything")
{
    for (const char* changes : {R"({"ms":[3,2,1]})", R"({"of_copy":[0,1,2]})", R"({"rounds":"many"})", R"({"against":7})"}) CHECK_THROWS_AS(speed::timing_of(line(1, changes)), record::UnreadableTiming);
    CHECK_THROWS_AS(speed::timing_of("{"), record::UnreadableTiming);
    CHECK_THROWS_AS(record::timing_from_json(R"({"pace":"splendid"})"), record::UnreadableTiming);

    const record::Timing lost = speed::read_timer("f", 1, "", "contestant: bye\nno time was taken: the card was lost\n  where: cudaDeviceSynchronize(): unknown error\n  try:   look at nvidia-smi\n");
    CHECK(lost.pace == record::Pace::no_time);
    CHECK(text(lost.message) == "f: no time was taken: the card was lost\n  where: cudaDeviceSynchronize(): unknown error\n  try:   look at nvidia-smi");
    CHECK(speed::read_timer("f", -1, "", "").message.headline == "f: the timer ended without a time");
    CHECK(speed::read_timer("f", 0, "hello\n", "").message.headline == "f: the timer said nothing of it");
    CHECK(speed::read_timer("f", 0, "{\"function\":7}\n", "").message.headline == "f: the timer's answer cannot be understood");
    CHECK(speed::read_timer("conv2d_tiled", 0, "2 cards: the first one is used.\n" + line(1) + "\n", "").pace == record::Pace::timed);
}

TEST_CASE("credit comes in steps, a step in doubt is reached, and only a time that is believed earns any")
{
    const course::SpeedCredit credit{course::SpeedCredit::Over::copy, 5, 0.5, 1.0, 5};
    CHECK(course::earned(credit, timed(0.50)) == 0);
    CHECK(course::earned(credit, timed(0.57)) == 0);
    CHECK(course::earned(credit, timed(0.583)) == 1);                   // 0.97 · 0.6 is 0.582
    CHECK(course::earned(credit, timed(0.75)) == 2);
    CHECK(course::earned(credit, timed(0.97)) == 5);
    CHECK(course::earned(credit, timed(2.0)) == 5);
    CHECK(course::earned({course::SpeedCredit::Over::basic, 10, 1, 2, 2}, timed(0.75)) == 5);
    for (const record::Pace pace : {record::Pace::implausible, record::Pace::wrong, record::Pace::failed, record::Pace::no_time, record::Pace::no_card}) {
        record::Timing t = timed(1.0);
        t.pace = pace;
        CHECK(course::earned(credit, t) == 0);
    }
    record::Timing none = timed(1.0);
    none.speedup.reset();                                       // the basic kernel itself
    CHECK(course::earned({course::SpeedCredit::Over::basic, 10, 0.5, 2, 2}, none) == 0);
}

TEST_CASE("a time near a step is in doubt, less so the mean of several, and one far from all is not")
{
    const course::SpeedCredit credit{course::SpeedCredit::Over::copy, 5, 0.5, 1.0, 5};      // 0.582, 0.679, 0.776, 0.873, 0.970
    CHECK(!course::in_doubt(credit, timed(0.63)));
    CHECK(course::in_doubt(credit, timed(0.66)));
    CHECK(course::in_doubt(credit, timed(0.70)));
    record::Timing four = speed::mean_of({timed(0.65), timed(0.66), timed(0.66), timed(0.67)});
    CHECK(four.contests == 4);
    CHECK(four.of_copy->high == doctest::Approx(0.66));
    CHECK(!course::in_doubt(credit, four));
    four.of_copy->high = 0.68;
    CHECK(course::in_doubt(credit, four));
    CHECK(!course::in_doubt({course::SpeedCredit::Over::copy, 5, 2.0, 3.0, 2}, timed(0.66)));
    record::Timing none = timed(0.66);
    none.pace = record::Pace::failed;
    CHECK(!course::in_doubt(credit, none));
}

TEST_CASE("course.toml gives credit for speed to the functions that it names, and to no other")
{
    const course::Course course = course::parse_course("[labs.07_conv2d_tiled]\nconv2d_tiled = 20\nspeed = { conv2d_tiled = { points = 5, over = \"basic\", from = 1, full = 2, steps = 4 } }\n", "course.toml");
    const auto credit = course.speed("07_conv2d_tiled", "conv2d_tiled");
    REQUIRE(credit.has_value());
    CHECK(credit->points == 5);
    CHECK(credit->over == course::SpeedCredit::Over::basic);
    CHECK(credit->steps == 4);
    CHECK(!course.speed("07_conv2d_tiled", "conv2d_basic"));
    CHECK(course.max_points("07_conv2d_tiled", "conv2d_tiled") == 20);
    CHECK(!course::parse_course("", "course.toml").speed("07_conv2d_tiled", "conv2d_tiled"));      // off unless a course says so
}

TEST_CASE("credit that makes no sense is refused with its line")
{
    const auto with = [](const std::string& credit) { return refused("[labs.14_copy_rate]\nspeed = { conv1d_fast = " + credit + " }\n"); };
    CHECK(with("{ points = 5, from = 0.5, full = 0.95 }") == "");
    CHECK(with("{ points = 5, from = 0.5, full = 0.95, bonus = 1 }") == "course.toml:2: unknown key bonus in speed.conv1d_fast");
    CHECK(with("{ points = 5, from = 0.95, full = 0.95 }") == "course.toml:2: speed.conv1d_fast: from must be less than full");
    CHECK(with("{ points = 5 }") == "course.toml:2: speed.conv1d_fast: from must be less than full");
    CHECK(with("{ points = 5, over = \"light\", full = 1 }") == "course.toml:2: over must be \"copy\" or \"basic\"");
    CHECK(with("{ points = -5, from = 0.5, full = 0.95 }") == "course.toml:2: points must be a number from 0 to 1000000");
    CHECK(with("{ points = 5, from = 0.9, full = 1, steps = 5 }") == "course.toml:2: speed.conv1d_fast: its 5 steps are so narrow that noise would decide");
    CHECK(with("{ points = 5, from = 0.9, full = 1, steps = 2 }") == "");
    CHECK(with("5") == "course.toml:2: conv1d_fast must be a table");
}

}  // namespace timing_test
