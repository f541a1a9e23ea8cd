#pragma once
// From downloads to a folder that `grader run` reads.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arrival/import/limits.hpp"
#include "arrival/import/listing.hpp"
#include "arrival/import/people.hpp"
#include "arrival/import/store.hpp"
#include "course/manifest.hpp"

namespace halo::grader::arrival {

struct ImportOptions {
    std::vector<std::filesystem::path> downloads;
    std::filesystem::path to;
    std::filesystem::path roster;             ///< empty: none
    std::filesystem::path groups;             ///< who works with whom; empty: nobody, or the platform says it
    std::filesystem::path report;             ///< empty: only the one in the folder
    std::filesystem::path manifest;
    std::vector<std::string> labs;            ///< none: all
    bool only_cu_file = false;
    bool replace = false;
    enum class Print { report, json, nothing } print = Print::report;   ///< on stdout
    Limits limits;
};

/// What became of a file for a person: of a group's file there is a row for each.
struct Row {
    const File* file;
    std::optional<std::size_t> person;
    std::string lab;               ///< empty if it belongs to none
    std::string target;            ///< where in the person's folder it goes if it is chosen
    bool chosen = false;
    std::string reason;            ///< why it was not chosen; of a chosen one, what is worth knowing
    bool is_source() const { return target.ends_with(".cu"); }      ///< and no prediction
    std::string changed;           ///< hash of what was laid out, where it is not what came
    std::string handed_in = {};    ///< when, as the LMS says it; see Origin
    bool time_of_lms = false;      ///< the file's own time is when the LMS stored it
    std::optional<bool> late = {}; ///< the LMS marks it so, or not; empty: this LMS marks nothing
    bool unplaced = false;         ///< it may be work, and is nobody's, or for no lab
};

struct Imported {
    std::vector<Listing> downloads;
    std::vector<Participant> people;        ///< in the order of their folders
    std::vector<Row> rows;                  ///< every file of every download, at least once, in the order of person, lab, path
    std::vector<std::string> labs;
    bool has_roster = false;
    struct Unnamed {
        std::string path, why;
    };
    std::vector<Unnamed> unnamed_groups;    ///< files that may be a group's of which nobody knows the members
};

/// Reads, recognises, chooses. Content, and the texts that were converted, go to the store.
Imported take_downloads(const ImportOptions& options, Store& store);

/// All of it: also lays out, writes the report, and prints. The exit code.
int import_command(const ImportOptions& options);

}  // namespace halo::grader::arrival
