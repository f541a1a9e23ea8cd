// One output's products, as a message shows them: the sentence about the first wrong one, and the drawing of all.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "findings/explain.hpp"
#include "findings/footprint.hpp"
#include "findings/verdict.hpp"

using namespace halo;

namespace {

/// out[2][14] of a 3 x 3 filter with one wrong product: that of f[-1][+1].
Footprint with(WrongProduct wrong)
{
    Footprint f{.output = "out[2][14]", .columns = 3, .marks = std::vector<Mark>(9, Mark::right), .first = std::move(wrong), .wrong = 1};
    f.marks[2] = f.first.mark;
    f.first.weight = {-1, 1};
    f.first.due = {1, 15};
    return f;
}

std::string both(const Footprint& f) { return sentence(f) + '\n' + drawing(f); }

}  // namespace

TEST_CASE("each way in which a product can be wrong has its sentence and its sign")
{
    CHECK(both(with({.mark = Mark::missing})) == "out[2][14] lacks f[-1][+1] · in[1][15]\n"
                                                 ". . -     - missing\n"
                                                 ". . .\n"
                                                 ". . .");
    CHECK(both(with({.mark = Mark::left, .met = {1, 14}})) == "out[2][14] multiplies f[-1][+1] with in[1][14], not with in[1][15]\n"
                                                              ". . <     < met an element left of its own\n"
                                                              ". . .\n"
                                                              ". . .");
    CHECK(both(with({.mark = Mark::right_of, .met = {1, 16}})) == "out[2][14] multiplies f[-1][+1] with in[1][16], not with in[1][15]\n"
                                                                  ". . >     > met an element right of its own\n"
                                                                  ". . .\n"
                                                                  ". . .");
    CHECK(both(with({.mark = Mark::above, .met = {0, 15}})) == "out[2][14] multiplies f[-1][+1] with in[0][15], not with in[1][15]\n"
                                                               ". . ^     ^ met an element above its own\n"
                                                               ". . .\n"
                                                               ". . .");
    CHECK(both(with({.mark = Mark::below, .met = {2, 15}})) == "out[2][14] multiplies f[-1][+1] with in[2][15], not with in[1][15]\n"
                                                               ". . v     v met an element below its own\n"
                                                               ". . .\n"
                                                               ". . .");
    CHECK(both(with({.mark = Mark::elsewhere, .met = {9, 3}})) == "out[2][14] multiplies f[-1][+1] with in[9][3], not with in[1][15]\n"
                                                                  ". . x     x met an element from elsewhere\n"
                                                                  ". . .\n"
                                                                  ". . .");
    CHECK(both(with({.mark = Mark::ghost, .met = {2, 0}}))
          == "out[2][14] adds f[-1][+1] · in[2][0], where in[1][15] is a ghost element and counts as 0\n"
             ". . o     o met something where a ghost element counts as 0\n"
             ". . .\n"
             ". . .");
    CHECK(sentence(with({.mark = Mark::ghost})) == "out[2][14] adds something times f[-1][+1], where in[1][15] is a ghost element and counts as 0");
    CHECK(both(with({.mark = Mark::again, .met = {1, 15}, .times = 3})) == "out[2][14] adds f[-1][+1] · in[1][15] 3 times\n"
                                                                          ". . 2     2 counted more than once\n"
                                                                          ". . .\n"
                                                                          ". . .");
    CHECK(both(with({.mark = Mark::several})) == "out[2][14] multiplies f[-1][+1] with several elements, not with in[1][15] alone\n"
                                                 ". . *     * met several elements\n"
                                                 ". . .\n"
                                                 ". . .");
}

TEST_CASE("a signal's filter is one line, and the weight in the middle has no sign")
{
    const Footprint f{.output = "out[7]", .columns = 5, .marks = {Mark::right, Mark::right, Mark::left, Mark::left, Mark::right},
                      .first = {.mark = Mark::left, .weight = {0}, .due = {7}, .met = {6}}, .wrong = 2};
    CHECK(both(f) == "out[7] multiplies f[0] with in[6], not with in[7]; 1 more of its products is wrong\n"
                     ". . < < .     < met an element left of its own");
}

TEST_CASE("products that are rightly missing are blank, and a line has no blanks at its end")
{
    Footprint f = with({.mark = Mark::missing});
    f.marks = {Mark::no_product, Mark::no_product, Mark::no_product, Mark::right,      Mark::missing,
               Mark::no_product, Mark::right,      Mark::left,       Mark::no_product};
    f.wrong = 2;
    CHECK(drawing(f) == "          - missing\n"
                        ". -       < met an element left of its own\n"
                        ". <");
    f.marks = {Mark::right, Mark::right, Mark::missing, Mark::no_product, Mark::no_product, Mark::no_product, Mark::right, Mark::right, Mark::right};
    CHECK(drawing(f) == ". . -     - missing\n"
                        "\n"
                        ". . .");
}

TEST_CASE("a key longer than the drawing goes on below it, and lists the signs in a fixed order")
{
    const Footprint f{.output = "out[7]", .columns = 3, .marks = {Mark::several, Mark::left, Mark::missing},
                      .first = {.mark = Mark::several, .weight = {-1}, .due = {6}}, .wrong = 3};
    CHECK(both(f) == "out[7] multiplies f[-1] with several elements, not with in[6] alone; 2 more of its products are wrong\n"
                     "* < -     - missing\n"
                     "          < met an element left of its own\n"
                     "          * met several elements");
}

TEST_CASE("a filter of one weight, or one wider than a message, is not drawn")
{
    const auto columns = [](int count) {
        return drawing({.output = "out[7]", .columns = count, .marks = std::vector<Mark>(std::size_t(count), Mark::missing), .wrong = count});
    };
    CHECK(columns(1).empty());
    CHECK(columns(2) == "- -     - missing");
    CHECK(columns(25).starts_with("- - - "));
    CHECK(columns(26).empty());
    CHECK(sentence({.output = "out[7]", .columns = 1, .first = {.weight = {0}, .due = {7}}, .wrong = 1}) == "out[7] lacks f[0] · in[7]");
}

TEST_CASE("a mistake with a footprint is explained with sentence and drawing, one without has neither")
{
    Diagnosis d{Mistake::other_products};
    CHECK(explain(d, {}).drawing.empty());
    d.evidence.footprint = with({.mark = Mark::missing});
    CHECK(explain(d, {}).drawing == both(*d.evidence.footprint));
    d.evidence.footprint->columns = 1;
    CHECK(explain(d, {}).drawing == "out[2][14] lacks f[-1][+1] · in[1][15]");
}

TEST_CASE("a message prints what was computed below where, indented, and reads it back with the drawing's blanks")
{
    Footprint f = with({.mark = Mark::missing});
    f.marks = {Mark::no_product, Mark::no_product, Mark::no_product, Mark::no_product, Mark::right, Mark::missing, Mark::right, Mark::right, Mark::left};
    const Message message{"conv2d_tiled: 68 of 561 pixels differ", "first out[0][14] = 12, expected 15", "look at the right halo", both(f)};
    CHECK(text(message) == "conv2d_tiled: 68 of 561 pixels differ\n"
                           "  where: first out[0][14] = 12, expected 15\n"
                           "  what:  out[2][14] lacks f[-1][+1] · in[1][15]\n"
                           "                   - missing\n"
                           "           . -     < met an element left of its own\n"
                           "         . . <\n"
                           "  try:   look at the right halo");
    CHECK(message_from_text(text(message)) == message);
}

TEST_CASE("any of a message's lines may be missing, and what was computed keeps an empty line")
{
    for (const char* where : {"", "here"})
        for (const char* what : {"", "one line", "a sentence\n. . -     - missing\n\n. . .", "a sentence\n   . <"})
            for (const char* attempt : {"", "this"}) {
                const Message message{"headline", where, attempt, what};
                CAPTURE(text(message));
                CHECK(message_from_text(text(message)) == message);
            }
    CHECK(text({"headline", "", "", "a\nb"}) == "headline\n  what:  a\n         b");
    CHECK(message_from_text("headline\n  where: one\n         two\n  try:   three\n  four") == Message{"headline", "one two", "three four"});
}
