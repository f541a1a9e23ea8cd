#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/page_name.hpp"

namespace page_name_test {

using namespace halo::grader;

namespace {

std::vector<std::string> names_of(const std::vector<std::string>& students)
{
    gradebook::Table table;
    for (const std::string& student : students) table.rows.push_back({student});
    return report::page_names(table);
}

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return text;
}

const std::string kDigits = "0123456789abcdef0123456789abcdef";

}  // namespace

TEST_CASE("a page's name is the folder's, with other bytes in hexadecimal")
{
    CHECK(names_of({"ada", "Grace.Hopper-1_b", "Zoë", "a b", "張", "a/../b"})
          == std::vector<std::string>{"ada", "Grace.Hopper-1_b", "Zo_c3ab", "a_20b", "_e5bcb5", "a_2f.._2fb"});
    CHECK(names_of({".hidden", "..", "-rf", "a.b-c"}) == std::vector<std::string>{"_2ehidden", "_2e.", "_2drf", "a.b-c"});
}

TEST_CASE("pages' names are safe and unique on every disk, whatever the folders are called")
{
    std::vector<std::string> students{"ada", "Ada", "ADA", "Zoë", "Zo_c3ab", "con", "_con", "COM1", "com1.txt", "", "\xff\x01", "<script>", "\" onclick=\"", "../../x", "%41", "&amp;",
                                      std::string(255, 'x'), std::string(254, 'x') + "y", std::string(85, '\xe5'), "ada-" + kDigits};
    // A student who knows how names are made gives a folder the name of another one's page.
    const std::vector<std::string> known = names_of({"ada", "Ada"});
    students.insert(students.end(), known.begin(), known.end());

    const std::vector<std::string> names = names_of(students);
    REQUIRE(names.size() == students.size());
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        CAPTURE(students[i]);
        CAPTURE(names[i]);
        CHECK(seen.insert(lower(names[i])).second);
        CHECK(names[i].find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") == std::string::npos);
        CHECK_FALSE(names[i].empty());
        CHECK_FALSE(names[i].starts_with('.'));
        CHECK_FALSE(names[i].starts_with('-'));
        CHECK(names[i].size() <= 120);
        CHECK(std::set<std::string>{"con", "com1"}.count(lower(names[i].substr(0, names[i].find('.')))) == 0);
    }
    CHECK(names_of({"console", "com10", "ada-0123456789abcdef"}) == std::vector<std::string>{"console", "com10", "ada-0123456789abcdef"});
}

TEST_CASE("a page's name does not depend on the other students, unless they have the same")
{
    const std::vector<std::string> alone = names_of({"Zoë"}), both = names_of({"Zoë", "zoë"}), turned = names_of({"zoë", "ada", "Zoë"});
    CHECK(names_of({"ada", "Zoë", "bob"})[1] == alone[0]);
    CHECK(both[0] != alone[0]);
    CHECK(both[0].starts_with("Zo_c3ab-"));
    CHECK(turned == std::vector<std::string>{both[1], "ada", both[0]});
}

}  // namespace page_name_test
