#pragma once
// A download that is itself what an import wrote: who is who, what came late and what counts for nobody is known already.

#include <filesystem>
#include <map>
#include <string>

#include "arrival/import/layout.hpp"

namespace halo::grader::arrival {

/// By folder.
struct Known {
    Person person = {};
    std::string group = {}, question = {}, not_in_roster = {};
    bool another = false;
};

/// Adds what .received/import.json says of these files to their origins, and a row for each file that counts for nobody; gives the people that it names. Nothing, if the folder has no such file.
/// `with_roster`: its ids find people.
std::map<std::string, Known> add_earlier_import(const std::filesystem::path& download, Listing& listing, Origins& origins, bool with_roster);

}  // namespace halo::grader::arrival
