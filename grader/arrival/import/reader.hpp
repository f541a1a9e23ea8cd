#pragma once
// Reads a download, an archive or a folder, with the archives in it, into a listing. Contents go to the store.

#include <filesystem>

#include "arrival/import/limits.hpp"
#include "arrival/import/listing.hpp"
#include "arrival/import/store.hpp"

namespace halo::grader::arrival {

/// Follows no link, opens regular files only. Throws UsageError if the download itself can't be read; what can't be read in it is a row that says so.
Listing read_download(const std::filesystem::path& download, const Limits& limits, Store& store);

/// The same for an archive of which only a part of the download is made: its paths are put below `below`. Throws BadArchive.
void read_packed(const std::filesystem::path& file, const std::string& below, const Limits& limits, Store& store, Listing& out);

}  // namespace halo::grader::arrival
