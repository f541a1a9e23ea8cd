#include "report/page_name.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "machine/sha256.hpp"

namespace halo::grader::report {
namespace {

constexpr std::size_t kLongest = 80;    // with digest and `.html` far below the 255 bytes that file systems allow
constexpr std::size_t kDigest = 32;     // hexadecimal digits: 128 bits, so that nobody finds two names with the same

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

std::string lower(std::string text)
{
    for (char& c : text) c = lower(c);
    return text;
}

bool is_plain(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '_' || c == '.'; }

/// Other bytes in hexadecimal, each run of them after a `_`. No hidden file, and nothing that a program takes for an option.
std::string plain(std::string_view student)
{
    std::string out;
    bool escaping = false;
    for (const char c : student) {
        const bool keep = is_plain(c) && !(out.empty() && (c == '.' || c == '-'));
        if (keep) out += c;
        else out += fmt::format("{}{:02x}", escaping ? "" : "_", static_cast<unsigned char>(c));
        escaping = !keep;
    }
    return out;
}

bool ends_like_a_digest(std::string_view name)
{
    if (name.size() <= kDigest || name[name.size() - kDigest - 1] != '-') return false;
    return std::ranges::all_of(name.substr(name.size() - kDigest), [](char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'f'); });
}

/// Windows has devices of these names, whatever follows the first dot.
bool is_device(const std::string& name)
{
    const std::string stem = lower(name.substr(0, name.find('.')));
    if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul") return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '1' && stem[3] <= '9';
}

}  // namespace

std::vector<std::string> page_names(const gradebook::Table& table)
{
    std::vector<std::string> students;
    for (const gradebook::Row& row : table.rows) students.push_back(row.student);
    return page_names(students);
}

std::vector<std::string> page_names(const std::vector<std::string>& students)
{
    std::vector<std::string> names;
    std::map<std::string, int> uses;
    for (const std::string& student : students) {
        names.push_back(plain(student));
        ++uses[lower(names.back())];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string& name = names[i];
        const bool alone = !name.empty() && uses[lower(name)] == 1;
        // Whatever ends like a digest gets its own, so that no folder's name can be another one's with its digest.
        if (alone && name.size() <= kLongest && !ends_like_a_digest(name) && !is_device(name)) continue;
        name = (name.empty() || is_device(name) ? "_" : "") + name.substr(0, kLongest) + '-' + sha256(students[i]).substr(0, kDigest);
    }
    return names;
}

}  // namespace halo::grader::report
