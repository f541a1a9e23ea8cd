#include <doctest/doctest.h>

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

#include <fstream>

#include <fmt/format.h>

#include "arrival/import/lay_out.hpp"
#include "arrival/import/reader.hpp"
#include "machine/errors.hpp"

namespace reader_test {

using namespace halo;
using namespace halo::grader;
using namespace halo::grader::arrival;

namespace {

namespace fs = std::filesystem;

class Home {
public:
    Home()
    {
        std::string name = (fs::temp_directory_path() / "grader-reader-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~Home() { fs::remove_all(folder_); }
    Home(const Home&) = delete;
    fs::path operator/(const fs::path& below) const { return folder_ / below; }

    void write(const fs::path& file, const std::string& content) const
    {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file, std::ios::binary) << content;
    }

    /// What became of the folder or archive `in`: `a/b.cu` for a file that was read, `a/b.cu: why` else.
    std::vector<std::string> read(const Limits& limits, const char* in = "in") const
    {
        Store store(folder_ / "store");
        std::vector<std::string> out;
        for (const File& file : read_download(folder_ / in, limits, store).files)
            out.push_back(file.path + (file.readable() ? "" : ": " + file.passed_over + file.refused.headline));
        return out;
    }

private:
    fs::path folder_;
};

/// A tar archive with files of these sizes; a name that ends with `/` is a folder's.
std::string tar(const std::vector<std::pair<std::string, std::size_t>>& files)
{
    std::string out(1 << 20, '\0');
    std::size_t used = 0;
    archive* a = archive_write_new();
    archive_write_set_format_ustar(a);
    archive_write_set_bytes_per_block(a, 512);
    archive_write_open_memory(a, out.data(), out.size(), &used);
    for (const auto& [name, size] : files) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
        archive_entry_set_size(entry, static_cast<la_int64_t>(size));
        archive_write_header(a, entry);
        const std::string content(size, 'x');
        archive_write_data(a, content.data(), size);
        archive_entry_free(entry);
    }
    archive_write_close(a);
    archive_write_free(a);
    out.resize(used);
    return out;
}

using Rows = std::vector<std::string>;
constexpr const char* kArchive = ": an archive; its files are rows of their own";

}  // namespace

TEST_CASE("an archive in a download is read up to its limits, and refused as a whole beyond them")
{
    Home home;
    home.write("in/ada.tar", tar({{"a.cu", 600}, {"b.cu", 400}}));
    const Rows all = {"ada.tar" + std::string(kArchive), "ada.tar/a.cu", "ada.tar/b.cu"};
    CHECK(home.read({}) == all);
    CHECK(home.read({.inner_bytes = 1000}) == all);
    CHECK(home.read({.inner_bytes = 999}) == Rows{"ada.tar: unpacks to more than 999 bytes"});
    CHECK(home.read({.inner_entries = 2}) == all);
    CHECK(home.read({.inner_entries = 1}) == Rows{"ada.tar: holds more than 1 entries"});
    CHECK(home.read({.ratio = 0.5, .ratio_from = 1000}) == all);
    CHECK(home.read({.ratio = 0.2, .ratio_from = 999}) == Rows{"ada.tar: unpacks to more than 0 times its size"});
    CHECK(home.read({.name_bytes = 4}) == all);
    CHECK(home.read({.name_bytes = 3}) == Rows{"ada.tar" + std::string(kArchive), "ada.tar/entry 1: has a name of 4 bytes", "ada.tar/entry 2: has a name of 4 bytes"});
}

TEST_CASE("one large file in an archive is refused alone")
{
    Home home;
    home.write("in/ada.tar", tar({{"a.cu", 60'000}, {"b.cu", 4}}));
    CHECK(home.read({.file_bytes = 100'000})[1] == "ada.tar/a.cu");
    home.write("in/ada.tar", tar({{"a.cu", 20'000}, {"b.cu", 4}}).substr(0, 99'999));
    CHECK(home.read({.file_bytes = 30'000}) == Rows{"ada.tar" + std::string(kArchive), "ada.tar/a.cu", "ada.tar/b.cu"});
    home.write("in/ben/a.cu", std::string(30'001, 'x'));
    CHECK(home.read({.file_bytes = 30'000}).back() == "ben/a.cu: has more than 30000 bytes");
}

TEST_CASE("archives in archives are read to their depth")
{
    Home home;
    home.write("in/ada.tar", tar({{"a.cu", 1}}));
    CHECK(home.read({.depth = 2}).size() == 2);
    CHECK(home.read({.depth = 1}) == Rows{"ada.tar: is an archive in an archive too often"});
}

TEST_CASE("a download beyond its limits is wrong usage, one of just that size is not")
{
    Home home;
    home.write("in/ada/a.cu", "12345");
    home.write("in/ben/a.cu", "67890");
    CHECK(home.read({.all_bytes = 10}).size() == 2);
    CHECK_THROWS_WITH_AS(home.read({.all_bytes = 9}), "grader: in unpacks to more than 9 bytes\n  where: reached at ben/a.cu\n  try:   import it in parts", UsageError);
    CHECK(home.read({.entries = 4}).size() == 2);
    CHECK_THROWS_WITH_AS(home.read({.entries = 3}), "grader: in holds more than 3 entries\n  try:   import it in parts", UsageError);
}

TEST_CASE("empty folders are the share of whoever has them, on disk and in an archive, first or last; the rest is read")
{
    const Home home;
    const Limits limits{.entries = 100, .inner_entries = 10};
    const std::string refused = ": and what else is of the same student is too much";
    std::vector<std::pair<std::string, std::size_t>> many, wrapped;
    for (int i = 0; i < 101; ++i) many.emplace_back(fmt::format("mal/{}/{}/", i % 20, i), 0), wrapped.emplace_back("class/" + many.back().first, 0);
    const auto with = [](std::vector<std::pair<std::string, std::size_t>> entries, const char* name, bool first) {
        entries.insert(first ? entries.begin() : entries.end(), {name, 5});
        return tar(entries);
    };
    home.write("last.tar", with(many, "ada/a.cu", true));
    CHECK(home.read(limits, "last.tar") == Rows{"ada/a.cu", "mal/0/0" + refused});
    home.write("first.tar", with(many, "zoe/a.cu", false));
    CHECK(home.read(limits, "first.tar") == Rows{"mal/0/0" + refused, "zoe/a.cu"});
    home.write("wrapped.tar", with(wrapped, "class/ada/a.cu", false));
    CHECK(home.read(limits, "wrapped.tar") == Rows{"class/ada/a.cu", "class/mal/0/0" + refused});
    home.write("alone.tar", tar(many));                       // nobody else's, or a folder around all
    CHECK_THROWS_WITH_AS(home.read(limits, "alone.tar"), doctest::Contains("alone.tar holds more than 100 entries\n  try:   import it in parts"), UsageError);
    many.resize(99);
    home.write("near.tar", with(many, "ada/a.cu", true));
    CHECK(home.read(limits, "near.tar") == Rows{"ada/a.cu"});
    home.write("in/ada/a.cu", "");
    for (int i = 0; i < 101; ++i) fs::create_directories(home / fmt::format("in/mal/{}/{}", i % 20, i));
    CHECK(home.read(limits) == Rows{"ada/a.cu", "mal/0/0" + refused});
    CHECK(home.read({.entries = 124, .inner_entries = 10}) == Rows{"ada/a.cu"});      // two for Ada, one for the folder, 121 in it
}

TEST_CASE("folders are read to their depth")
{
    Home home;
    home.write("in/a/b/c/x.cu", "");
    CHECK(home.read({.folders = 3}) == Rows{"a/b/c/x.cu"});
    CHECK(home.read({.folders = 2}) == Rows{"a/b/c: is too deep a folder"});
}

TEST_CASE("two folders differ where a file, its content or its kind does")
{
    Home home;
    for (const char* side : {"a", "b"}) home.write(fs::path(side) / "ada/conv.cu", "x");
    CHECK(first_difference(home / "a", home / "b") == "");
    SUBCASE("content of the same length")
    {
        home.write("b/ada/conv.cu", "y");
        CHECK(first_difference(home / "a", home / "b") == "ada/conv.cu");
    }
    SUBCASE("one more")
    {
        home.write("b/ada/notes", "");
        CHECK(first_difference(home / "a", home / "b") == "ada/notes");
        CHECK(first_difference(home / "b", home / "a") == "ada/notes");
    }
    SUBCASE("an empty folder")
    {
        fs::create_directory(home / "b/ben");
        CHECK(first_difference(home / "a", home / "b") == "ben/");
    }
    SUBCASE("a link to the same content")
    {
        fs::rename(home / "b/ada/conv.cu", home / "b/conv");
        fs::create_symlink("../conv", home / "b/ada/conv.cu");
        CHECK_FALSE(first_difference(home / "a", home / "b").empty());
    }
}

TEST_CASE("two imports into one folder don't run at the same time")
{
    Home home;
    {
        const Staging first(home / "class");
        CHECK_THROWS_AS(Staging(home / "class"), UsageError);
        CHECK_NOTHROW(Staging(home / "other"));
    }
    CHECK_NOTHROW(Staging(home / "class"));
    CHECK_THROWS_AS(Staging(home / "absent/class"), UsageError);
}

}  // namespace reader_test
