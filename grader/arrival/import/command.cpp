#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "arrival/import/import.hpp"
#include "arrival/import/lay_out.hpp"
#include "arrival/import/report.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

namespace fs = std::filesystem;

/// Would the folder be a part of what is read, or the other way round?
void check_apart(const ImportOptions& options)
{
    const fs::path whole = fs::weakly_canonical(options.to), to = whole.has_filename() ? whole : whole.parent_path();       // with a slash at the end or without, there or not
    const auto within = [](const fs::path& inner, const fs::path& outer) { return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end(); };
    if (!options.report.empty() && within(fs::weakly_canonical(options.report), to))
        throw UsageError({fmt::format("grader: the report {} would be in {}", options.report.string(), options.to.string()), "", "write it elsewhere; the folder has one of its own, .received/import.json"});
    for (const fs::path& download : options.downloads) {
        if (!fs::is_directory(download)) continue;
        const fs::path from = fs::canonical(download);
        if (within(to, from) || within(from, to))
            throw UsageError({fmt::format("grader: {} and {} are not apart", options.to.string(), download.string()), "the second import would read the first one's files", "name a folder elsewhere with --to"});
    }
}

/// The students' folders. Somebody without files has an empty one: so the reports name everybody.
void lay_out(const Imported& all, const Store& store, const fs::path& folder)
{
    for (const Participant& person : all.people) fs::create_directories(folder / person.folder);
    for (const Row& row : all.rows)
        if (row.chosen) write_new(folder / all.people[*row.person].folder / row.target, store.get(row.changed.empty() ? row.file->hash : row.changed));
}

}  // namespace

int import_command(const ImportOptions& options)
{
    check_apart(options);
    Staging staging(options.to);
    Store store(staging.folder() / ".received");
    const Imported all = take_downloads(options, store);
    lay_out(all, store, staging.folder());
    const std::string json = report_json(all);
    write_new(staging.folder() / ".received" / "import.json", json);
    const Staging::Finished finished = staging.finish(options.replace);
    if (!options.report.empty()) replace_file(options.report, options.report.extension() == ".csv" ? report_csv(all) : json);

    if (options.print == ImportOptions::Print::json) fmt::print("{}", json);
    if (options.print != ImportOptions::Print::report) return 0;
    fmt::print("{}", report_text(all));
    const std::string to = options.to.string();
    switch (finished.ending) {
    case Staging::Ending::written: fmt::print("{}: written; every file and its reason: {}\n", to, (options.to / ".received/import.json").string()); break;
    case Staging::Ending::same: fmt::print("{}: as it was, nothing is new\n", to); break;
    case Staging::Ending::replaced: fmt::print("{}: written; what was there is now {}\n", to, finished.before.string()); break;
    }
    fmt::print("grade it with: grader run {} --out REPORT\n", to);
    return 0;
}

}  // namespace halo::grader::arrival
