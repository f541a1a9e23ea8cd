#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "data/picture.hpp"

using namespace halo;
namespace fs = std::filesystem;

namespace {

struct Scratch {
    fs::path path = fs::temp_directory_path() / ("halo-picture-" + std::to_string(getpid()));
    Scratch() { fs::create_directories(path); }
    ~Scratch() { fs::remove_all(path); }
};

std::string bytes_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string complaint(const fs::path& file)
{
    try {
        read_png(file);
    } catch (const std::runtime_error& fault) {
        return fault.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a picture that is written and read is the same, down to one pixel")
{
    const Scratch scratch;
    for (const Extent extent : {Extent{1, 1}, {7, 3}, {96, 64}}) {
        const Picture picture = drawn_picture(extent);
        write_png(scratch.path / "a.png", picture);
        CHECK(read_png(scratch.path / "a.png") == picture);
    }
}

TEST_CASE("the drawn picture has shades, edges and a white frame, and each byte depends on its place alone")
{
    const Picture picture = drawn_picture({96, 64});
    CHECK(picture == drawn_picture({96, 64}));
    CHECK(picture.bytes.size() == 3u * 96 * 64);
    for (const std::size_t at : {std::size_t(0), std::size_t(3 * 95), picture.bytes.size() - 3}) CHECK(picture.bytes[at] == 255);
    CHECK(picture.bytes[3 * (21 * 96 + 24)] == 240);
}

TEST_CASE("a file that is missing, no PNG, or truncated is rejected with a three-line message")
{
    const Scratch scratch;
    const fs::path file = scratch.path / "a.png";
    CHECK(complaint(file).find(": there is no such file\n  where: looked in ") != std::string::npos);
    std::ofstream(file) << "P6 1 1 255 abc";
    CHECK(complaint(file).find(": this is not a readable PNG\n  where: ") != std::string::npos);
    write_png(file, drawn_picture({96, 64}));
    const std::string whole = bytes_of(file);
    std::ofstream(file, std::ios::binary) << whole.substr(0, whole.size() / 2);
    CHECK(complaint(file).find(": the picture can't be read to the end\n  where: ") != std::string::npos);
    std::ofstream(file, std::ios::binary) << whole.substr(0, 20);
    CHECK(complaint(file).find(": this is not a readable PNG\n") != std::string::npos);
}

TEST_CASE("a picture that can't be written leaves what was there, and nothing beside it")
{
    const Scratch scratch;
    CHECK_THROWS_AS(write_png(scratch.path / "absent" / "a.png", drawn_picture({4, 4})), std::runtime_error);
    fs::create_directories(scratch.path / "folder.png" / "within");
    CHECK_THROWS_AS(write_png(scratch.path / "folder.png", drawn_picture({4, 4})), std::runtime_error);
    CHECK(fs::is_directory(scratch.path / "folder.png"));
    CHECK(std::distance(fs::directory_iterator(scratch.path), {}) == 1);
}
