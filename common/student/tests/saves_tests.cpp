// A save is noticed once, however an editor makes it.

#include <doctest/doctest.h>

#include <poll.h>

#include "student/saves.hpp"
#include "student/tests/folder.hpp"

namespace fs = std::filesystem;
using namespace halo::student;
using halo::test::Folder;

TEST_CASE("a file is noticed at first, after each save, and not in between")
{
    Folder folder;
    const std::string file = folder.write("a.cu", "int x;\n").string();
    Saves saves(file);
    CHECK(saves.saved());
    CHECK_FALSE(saves.saved());
    folder.write("a.cu", "int xy;\n");
    CHECK(saves.changed());
    CHECK(saves.saved());
    CHECK_FALSE(saves.changed());
    CHECK_FALSE(saves.saved());

    folder.write("a.swp", "int x;\n");              // many editors put another file in its place
    CHECK_FALSE(saves.saved());
    fs::rename(folder.path / "a.swp", file);
    CHECK(saves.saved());
    fs::rename(file, folder.path / "a.away");
    CHECK_FALSE(saves.saved());
    fs::rename(folder.path / "a.away", file);
    CHECK_FALSE(saves.saved());                     // the same again
    folder.write("a.cu", "int z;\n");
    CHECK(saves.saved());
}

TEST_CASE("a save wakes whoever waits, and a file beside it does not count as one")
{
    Folder folder;
    Saves saves(folder.write("a.cu", "int x;\n").string());
    REQUIRE(saves.saved());
    pollfd waiting{saves.descriptor(), POLLIN, 0};
    REQUIRE(waiting.fd >= 0);                       // this file system has inotify
    CHECK(poll(&waiting, 1, 0) == 0);
    folder.write("a.cu", "int xy;\n");
    CHECK(poll(&waiting, 1, 30'000) == 1);
    CHECK(saves.saved());
    folder.write("b.cu", "int x;\n");
    CHECK_FALSE(saves.saved());
    CHECK(poll(&waiting, 1, 0) == 0);               // it was read
}

TEST_CASE("a folder that is not there yet is polled")
{
    Folder folder;
    Saves saves((folder.path / "later/a.cu").string());
    CHECK(saves.descriptor() < 0);
    CHECK_FALSE(saves.saved());
    fs::create_directory(folder.path / "later");
    folder.write("later/a.cu", "int x;\n");
    CHECK(saves.saved());
    folder.write("later/a.cu", "int xy;\n");
    CHECK(saves.saved());
}
