// A lab's program for pictures, as a student calls it: what it writes, and what it reports when something is wrong.
//
// usage: picture_test untouched|solved PROGRAM PICTURE

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include "data/picture.hpp"
#include "data/reference.hpp"
#include "tests/spawn.hpp"

namespace {

namespace fs = std::filesystem;

bool untouched = false;
std::string program, picture;

struct Scratch {
    fs::path path = fs::temp_directory_path() / ("halo-pictures-" + std::to_string(getpid()));
    Scratch() { fs::create_directories(path); }
    ~Scratch() { fs::remove_all(path); }
    std::string in(const std::string& name) const { return (path / name).string(); }
};

struct Called {
    int code;
    std::string output;
};

Called call(const Scratch& scratch, const std::vector<std::string>& words)
{
    std::vector<std::string> line = {program};
    line.insert(line.end(), words.begin(), words.end());
    line.insert(line.end(), {"--out", scratch.path.string()});
    const int code = halo::test::start(line, {}, scratch.in("log"));
    return {code, halo::test::read(scratch.in("log"))};
}

}  // namespace

TEST_CASE("the lab's picture is the one that drawn_picture() draws")
{
    CHECK(halo::read_png(picture) == halo::drawn_picture({240, 160}));
}

TEST_CASE("every filter with every policy gives the result of plain loops, or an unfinished file is reported as such")
{
    const Scratch scratch;
    for (const std::string filter : {"blur", "sharpen", "edges", "box"})
        for (const std::string boundary : {"zero", "replicate", "mirror"}) {
            const Called called = call(scratch, {picture, filter, boundary});
            CAPTURE(called.output);
            CHECK(called.code == (untouched ? 1 : 0));
            CHECK((called.output.find("  compared     all 115200 bytes are what plain loops give") != std::string::npos)
                  == !untouched);
            CHECK(halo::read_png(scratch.path / "before.png") == halo::drawn_picture({240, 160}));
            CHECK(halo::read_png(scratch.path / "after.png").extent == halo::Extent{240, 160});
        }
}

TEST_CASE("a box over a picture with a white frame: only zero makes the corner grey")
{
    if (untouched) return;
    const Scratch scratch;
    halo::write_png(scratch.path / "white.png", {{20, 20}, std::vector<std::uint8_t>(1200, 255)});
    for (const auto& [boundary, corner] : {std::pair{"zero", 92}, {"replicate", 255}, {"mirror", 255}}) {
        CHECK(call(scratch, {scratch.in("white.png"), "box", boundary}).code == 0);
        CHECK(int(halo::read_png(scratch.path / "after.png").bytes[0]) == corner);
    }
}

TEST_CASE("a filter, a policy or a file that does not exist is named in three lines, and nothing is written")
{
    const Scratch scratch;
    CHECK(call(scratch, {picture, "sharper", "zero"}).output
          == "there is no FILTER of this name: sharper\n  where: FILTER=sharper\n"
             "  try:   one of blur, sharpen, edges, box\n");
    CHECK(call(scratch, {picture, "blur", "wrap"}).output == "there is no BOUNDARY of this name: wrap\n  where: BOUNDARY=wrap\n"
                                                           "  try:   one of zero, replicate, mirror\n");
    const Called absent = call(scratch, {scratch.in("absent.png"), "blur", "zero"});
    CHECK(absent.code == 2);
    CHECK(absent.output.find(": there is no such file\n  where: ") != std::string::npos);
    CHECK(call(scratch, {picture}).code == 2);
    CHECK(!fs::exists(scratch.path / "after.png"));
}

int main(int argc, char** argv)
{
    if (argc < 4) return 2;
    untouched = std::string(argv[1]) == "untouched";
    program = argv[2];
    picture = argv[3];
    return doctest::Context().run();
}
