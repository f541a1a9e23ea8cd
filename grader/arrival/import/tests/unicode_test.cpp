#include <doctest/doctest.h>

#include "arrival/import/paths.hpp"
#include "arrival/import/people.hpp"
#include "arrival/import/unicode.hpp"

namespace unicode_test {

using namespace halo::grader::arrival;

TEST_CASE("a name is the same in both of Unicode's forms")
{
    CHECK(nfc("Chloe\xCC\x81") == "Chlo\xC3\xA9");
    CHECK(nfc("Chlo\xC3\xA9") == "Chlo\xC3\xA9");
    CHECK(nfc("Nguye\xCC\x82\xCC\x83n") == "Nguy\xE1\xBB\x85n");           // two marks on one letter
    CHECK(nfc("a\xCC\x87\xCC\xA3") == "\xE1\xBA\xA1\xCC\x87");             // the mark below comes first
    CHECK(nfc("\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8") == "\xEA\xB0\x81");  // Hangul
    CHECK(nfc("\xE3\x81\x8B\xE3\x82\x99") == "\xE3\x81\x8C");              // Kana
}

TEST_CASE("what is not a pair of letter and mark stays as it is")
{
    for (const char* name : {"ada", "李雷", "🦊", "O’Brien", "", "\xCC\x81", "x\xCC\x81y"}) CHECK(nfc(name) == name);
    CHECK(nfc("jos\xE9") == "jos\xE9");          // Latin-1 is not UTF-8: the byte stays
    CHECK(nfc("e\xCC") == "e\xCC");              // cut within a character
}

TEST_CASE("a name has two forms if one of its characters can be written as a letter and a mark")
{
    for (const char* name : {"\xC3\xA9", "e\xCC\x81", "a/e\xCC\x81.cu", "\xEA\xB0\x81"}) CHECK(has_two_forms(name));
    for (const char* name : {"", "e", "李", "\xCC\x81", "e\xCC", "\xE9"}) CHECK_FALSE(has_two_forms(name));
}

TEST_CASE("the letters of a name leave out case, blanks and points, and no accent")
{
    CHECK(letters("Lovelace, Ada K.") == "lovelaceadak");
    CHECK(letters("ÉMILIE du Châtelet") == letters("e\xCC\x81milie DuCha\xCC\x82telet"));
    CHECK(letters("Jose") != letters("José"));
    CHECK(letters("李雷") == "李雷");
    CHECK(letters(" ,.-") == "");
}

TEST_CASE("UTF-8 is distinguished from other bytes")
{
    CHECK(is_utf8("é李🦊"));
    for (const char* bytes : {"\xE9", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "a\xCC"}) CHECK_FALSE(is_utf8(bytes));
}

TEST_CASE("a path in an archive leads into the folder, or is refused")
{
    CHECK(safe_path("lab/conv2d.cu", 1024).path == "lab/conv2d.cu");
    CHECK(safe_path("./lab//conv2d.cu", 1024).path == "lab/conv2d.cu");
    CHECK(safe_path("lab\\conv2d.cu", 1024).path == "lab/conv2d.cu");      // Windows
    CHECK(safe_path("a..b/..c", 1024).path == "a..b/..c");                 // near misses
    CHECK(safe_path("../evil.cu", 1024).refused == "has a path that leads out of its folder");
    CHECK(safe_path("a/../../evil.cu", 1024).refused == "has a path that leads out of its folder");
    CHECK(safe_path("..\\evil.cu", 1024).refused == "has a path that leads out of its folder");
    CHECK(safe_path("/etc/passwd", 1024).refused == "has an absolute path");
    CHECK(safe_path("C:\\evil.cu", 1024).refused == "has an absolute path");
    CHECK(safe_path("", 1024).refused == "has no name");
    CHECK(safe_path("./", 1024).refused == "has no name");
    CHECK(safe_path(std::string(1025, 'x'), 1024).refused == "has a name of 1025 bytes");
    CHECK(safe_path(std::string(1024, 'x'), 1024).refused.empty());
}

TEST_CASE("what systems leave behind is passed over, and nothing else")
{
    CHECK(litter("__MACOSX/ada/._conv2d.cu") == "macOS added it");
    CHECK(litter("ada/.DS_Store") == "macOS added it");
    CHECK(litter("ada/._conv2d.cu") == "macOS added it");
    CHECK(litter("ada/Thumbs.db") == "Windows added it");
    CHECK(litter("ada/.git/config") == "the history of a repository");
    CHECK(litter("ada/.vscode/settings.json") == "a hidden file");
    for (const char* path : {"ada/conv2d.cu", "MACOSX/a", "ada/_conv.cu", "a.DS_Store"}) CHECK(litter(path).empty());
}

TEST_CASE("an archive's name ends as one")
{
    CHECK(archive_stem("lovelace.zip") == "lovelace");
    CHECK(archive_stem("lab.04.TAR.GZ") == "lab.04");
    CHECK(archive_stem("a.tgz") == "a");
    for (const char* name : {".zip", "zip", "lab.docx", "a.gz", "a.zip.cu"}) CHECK_FALSE(archive_stem(name));
}

TEST_CASE("a folder's name can be made, shown, and leads nowhere else")
{
    CHECK(safe_folder("Ada Lovelace") == "Ada Lovelace");
    CHECK(safe_folder("Zoe\xCC\x88") == "Zo\xC3\xAB");
    CHECK(safe_folder("a/b") == "a_b");
    CHECK(safe_folder("..") == "nameless");
    CHECK(safe_folder(".received") == "_.received");
    CHECK(safe_folder("__MACOSX") == "___MACOSX");
    CHECK(safe_folder("jos\xE9") == "jos_xE9");
    CHECK(safe_folder("a\x1b[31m") == "a_x1B[31m");
    CHECK(safe_folder("") == "nameless");
    CHECK(safe_folder(std::string(119, 'x') + "é").size() == 119);
}

}  // namespace unicode_test
