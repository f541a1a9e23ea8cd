#pragma once
// What was received, file by file, and what became of each. Every step adds to these rows; none removes one.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::grader::arrival {

struct File {
    std::string path = {};       ///< below the download, as received; what is inside of an archive is below the archive's name
    std::string hash = {};       ///< sha256, under which the content is kept; empty if it was never read
    std::uint64_t bytes = 0;
    std::int64_t modified = 0;   ///< seconds since 1970; 0: unknown
    std::size_t download = 0;    ///< which of the downloads
    std::string passed_over = {};   ///< why it can belong to no lab, if that is known without reading it
    Message refused = {};        ///< why it was not read
    bool may_be_work = false;    ///< an earlier import passed it over, and it may be somebody's work

    bool readable() const { return passed_over.empty() && refused.headline.empty(); }
};

/// Who handed something in, as far as the names of an LMS say.
struct Who {
    std::string name = {};       ///< `lovelaceada`, `Ada Lovelace`, or a login
    std::string id = {};         ///< a student's id, if the layout has one
    std::string canvas_id = {};  ///< Canvas's own number, which only Canvas's gradebook knows
    std::string mail = {};
    std::string participant = {};   ///< Moodle's number of a participant, which only its worksheet knows
};

/// One download.
struct Listing {
    std::string name;            ///< of the file or folder, without what is above it
    std::string layout;          ///< who named the files: `Canvas`, `Moodle`, …
    std::string note = {};       ///< what is odd about its names; empty: nothing
    bool packed = false;         ///< an archive
    std::vector<File> files;     ///< in the order of their paths
    std::map<std::string, Who> people;   ///< of a list of repositories: whose each first part of a path is
};

/// The part of a path before its first `/`, and the one after its last.
inline std::string_view first_part(std::string_view path) { return path.substr(0, path.find('/')); }
inline std::string_view below_first(std::string_view path)
{
    const std::size_t at = path.find('/');
    return at == std::string_view::npos ? std::string_view{} : path.substr(at + 1);
}
inline std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace halo::grader::arrival
